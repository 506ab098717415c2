package dev.varve.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts entries from many threads without a line that all of them write, and knows cheaply, to within 1/64 of the
 * capacity, how many there are.
 *
 * <p>Written by any thread that inserts.
 */
final class EntryCount {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int CELLS = 16;
    /** Keeps cells 128 bytes apart: processors fetch lines in pairs. */
    private static final int STRIDE = 16;

    private static final int SHARED = CELLS * STRIDE;

    /** One cell for each of 16 groups of hashes, then the count that they carry over to. */
    private final long[] cells = new long[(CELLS + 1) * STRIDE];

    private final long carry;

    EntryCount(long capacity) {
        carry = Math.max(1, Long.highestOneBit(capacity / (64 * CELLS)));
    }

    /** Counts one entry; true if the rough count changed. */
    boolean increment(long hash) {
        int cell = (int) (hash >>> 28 & CELLS - 1) * STRIDE;
        long count = (long) CELL.getAndAdd(cells, cell, 1L) + 1;
        if ((count & carry - 1) != 0) {
            return false;
        }
        CELL.getAndAdd(cells, SHARED, carry);
        return true;
    }

    /** Starts with so many. */
    void set(long count) {
        CELL.setVolatile(cells, 0, count);
        CELL.setVolatile(cells, SHARED, count);
    }

    /** The count to within 1/64 of the capacity, at the cost of reading one line. */
    long rough() {
        return (long) CELL.getAcquire(cells, SHARED);
    }

    /** All that were counted. */
    long exact() {
        long sum = 0;
        for (int i = 0; i < CELLS; i++) {
            sum += (long) CELL.getAcquire(cells, i * STRIDE);
        }
        return sum;
    }
}
