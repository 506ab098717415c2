package dev.varve.bench.load;

import java.util.concurrent.locks.LockSupport;

/** When a turn is over: at its deadline, or earlier when somebody says so. Thread-safe. */
final class TurnEnd {
    /** How late a thread that waits for its next start notices an early end. */
    private static final long PARKED_MOST = 100_000_000;

    private final long deadline;
    private volatile boolean early;

    TurnEnd(long deadline) {
        this.deadline = deadline;
    }

    void now() {
        early = true;
    }

    /**
     * Waits for an intended start.
     *
     * @param intended when
     * @return whether the start has come; false: the turn was over first
     */
    boolean awaitStart(long intended) {
        long now = System.nanoTime();
        while (now - intended < 0 && !isOver(now)) {
            LockSupport.parkNanos(Math.min(PARKED_MOST, Math.min(intended - now, deadline - now)));
            now = System.nanoTime();
        }
        return !isOver(now);
    }

    private boolean isOver(long now) {
        return early || now - deadline >= 0;
    }
}
