package dev.varve.bench.subject;

import dev.varve.StoreClock;

/**
 * A clock that can stand still, so that a store does not grow older while something else is measured: values would expire
 * although none are written, and their files would be deleted instead of recycled.
 *
 * <p>Paused and resumed by one thread, read by any.
 */
public final class RunClock implements StoreClock {
    private static final long NOT_PAUSED = Long.MIN_VALUE;
    private static final long MILLI = 1_000_000;

    private final long wallAtStart = System.currentTimeMillis();
    private final long start = System.nanoTime();
    private volatile Pauses pauses = new Pauses(0, NOT_PAUSED);

    private record Pauses(long nanosBefore, long since) {}

    /** Time stands still from now on. */
    public void pause() {
        if (pauses.since == NOT_PAUSED) {
            pauses = new Pauses(pauses.nanosBefore, System.nanoTime() - start);
        }
    }

    /** Time goes on. */
    public void resume() {
        if (pauses.since != NOT_PAUSED) {
            long paused = System.nanoTime() - start - pauses.since;
            pauses = new Pauses(pauses.nanosBefore + paused, NOT_PAUSED);
        }
    }

    @Override
    public long monotonicNanos() {
        Pauses now = pauses;
        long passed = now.since == NOT_PAUSED ? System.nanoTime() - start : now.since;
        return passed - now.nanosBefore;
    }

    @Override
    public long wallMillis() {
        return wallAtStart + monotonicNanos() / MILLI;
    }
}
