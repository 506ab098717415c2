package dev.varve.bench.rival;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The right to write to a store that has one writer at a time: a thread takes it with the first put of its batch and gives
 * it back when the batch is durable. Fair, so that writers take turns. Its state belongs to the thread that has it.
 */
final class WriterTurn {
    /** Puts after which a batch ends that nobody waits for. */
    static final int BATCH_MOST = 1024;

    private final ReentrantLock lock = new ReentrantLock(true);
    private int puts;

    /** {@return whether the calling thread has just taken it, and so must begin a batch} */
    boolean take() {
        if (lock.isHeldByCurrentThread()) {
            return false;
        }
        lock.lock();
        puts = 0;
        return true;
    }

    boolean isMine() {
        return lock.isHeldByCurrentThread();
    }

    /** {@return whether so much was put that a batch without a waiter should end} */
    boolean isFullAfterPut() {
        return ++puts >= BATCH_MOST;
    }

    void giveBack() {
        lock.unlock();
    }
}
