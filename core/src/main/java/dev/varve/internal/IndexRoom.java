package dev.varve.internal;

import dev.varve.IndexFullException;
import dev.varve.PutInterruptedException;
import dev.varve.PutTimeoutException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where puts wait for the next generation of their table's index. Puts come here only when the newest one is full, so
 * nothing in here is on the hot path. State is guarded by the lock; written by waiting puts and by the index agent.
 */
final class IndexRoom {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int waiting;
    private long refusals;
    private long publications;
    private long bytesMax;
    private long bytesNeeded;

    /** Whether puts wait. */
    boolean isWanted() {
        lock.lock();
        try {
            return waiting > 0;
        } finally {
            lock.unlock();
        }
    }

    /** There is a new generation. */
    void published() {
        lock.lock();
        try {
            publications++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The table is closed. */
    void closed() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** There can be no new generation now. */
    void refused(long bytesMax, long bytesNeeded) {
        lock.lock();
        try {
            refusals++;
            this.bytesMax = bytesMax;
            this.bytesNeeded = bytesNeeded;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the table's index has room.
     *
     * @throws IndexFullException if the index agent tried meanwhile and there is no memory for another generation
     */
    void await(TableCore table, Duration timeout) {
        await(table, timeout, false);
    }

    /** Waits for another generation although the newest may have room, for a hash that it has no place for. */
    void awaitNext(TableCore table, Duration timeout) {
        await(table, timeout, true);
    }

    private void await(TableCore table, Duration timeout, boolean next) {
        lock.lock();
        waiting++;
        try {
            long refusalsBefore = refusals;
            long publicationsBefore = publications;
            long left = timeout.toNanos();
            table.wantIndex();
            while (next ? publications == publicationsBefore : !table.index.hasRoom()) {
                table.checkOpen();
                if (refusals != refusalsBefore) {
                    throw new IndexFullException(bytesMax, bytesNeeded);
                }
                if (left <= 0) {
                    throw new PutTimeoutException(timeout, 0);
                }
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PutInterruptedException(0);
        } finally {
            waiting--;
            lock.unlock();
        }
    }

    /** How long a put waits at most where its own timeout is shorter: the first generation of a table is made on demand. */
    static Duration atLeastABit(Duration putTimeout) {
        Duration bit = Duration.ofSeconds(10);
        return putTimeout.compareTo(bit) < 0 ? bit : putTimeout;
    }
}
