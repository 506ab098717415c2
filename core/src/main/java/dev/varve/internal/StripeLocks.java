package dev.varve.internal;

import dev.varve.index.TableIndex;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Locks by key hash, shared by all tables of a store: whoever puts a key holds its stripe over look-up, append and insert,
 * so that of two puts of one key one sees the other. A thread holds at most one stripe, so they cannot deadlock. Taking a
 * free one allocates nothing.
 */
public final class StripeLocks {
    private final ReentrantLock[] stripes;

    /** With a number of stripes that is a power of two. */
    public StripeLocks(int count) {
        if (Integer.bitCount(count) != 1) {
            throw new IllegalArgumentException("number of stripes must be a power of two, was " + count);
        }
        stripes = new ReentrantLock[count];
        for (int i = 0; i < count; i++) {
            stripes[i] = new ReentrantLock();
        }
    }

    /** The lock of a key, to be taken and released by the caller. */
    public ReentrantLock of(long hash) {
        return stripes[TableIndex.stripe(hash) & (stripes.length - 1)];
    }

    /**
     * Takes and releases every lock, one after the other. Afterwards, whatever was under way under any stripe when this was
     * called has ended. The caller must hold none.
     */
    public void passAll() {
        for (ReentrantLock stripe : stripes) {
            assert !stripe.isHeldByCurrentThread() : "would deadlock with another thread that passes all";
            stripe.lock();
            stripe.unlock();
        }
    }
}
