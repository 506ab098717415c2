package dev.varve;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock moved by hand. Any thread. */
public final class ManualClock implements StoreClock {
    /** Where wall clocks begin: 2026-01-01T00:00Z. */
    public static final long START_MILLIS = 1_767_225_600_000L;

    private final AtomicLong wallMillis = new AtomicLong(START_MILLIS);
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long wallMillis() {
        return wallMillis.get();
    }

    @Override
    public long monotonicNanos() {
        return nanos.get();
    }

    /** Lets time pass, on both clocks. */
    public void advance(Duration time) {
        wallMillis.addAndGet(time.toMillis());
        nanos.addAndGet(time.toNanos());
    }

    /** Makes the wall clock jump while no time passes. */
    public void jump(Duration difference) {
        wallMillis.addAndGet(difference.toMillis());
    }
}
