package dev.varve.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The lowest and the highest sequence that entries of a generation point into. Written by any thread that inserts. */
final class SequenceRange {
    private static final VarHandle LOWEST;
    private static final VarHandle HIGHEST;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LOWEST = lookup.findVarHandle(SequenceRange.class, "lowest", long.class);
            HIGHEST = lookup.findVarHandle(SequenceRange.class, "highest", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long lowest = Long.MAX_VALUE;
    private volatile long highest = -1;

    /** Starts with what a written generation had. */
    void set(long lowestSequence, long highestSequence) {
        lowest = lowestSequence;
        highest = highestSequence;
    }

    /** True if it became the highest. */
    boolean note(long sequence) {
        long low = lowest;
        while (sequence < low && !LOWEST.weakCompareAndSet(this, low, sequence)) {
            low = lowest;
        }
        long high = highest;
        if (sequence <= high) {
            return false;
        }
        while (sequence > high && !HIGHEST.weakCompareAndSet(this, high, sequence)) {
            high = highest;
        }
        return true;
    }

    /** Above {@link #highest()} while there are none. */
    long lowest() {
        return lowest;
    }

    /** -1 while there are none. */
    long highest() {
        return highest;
    }
}
