package dev.varve.internal;

import dev.varve.StoreClock;
import dev.varve.segments.MillisClock;

/** Store time as the write side wants it. Stateless. */
final class EngineClock implements MillisClock {
    private final StoreTime time;
    private final StoreClock clock;

    EngineClock(StoreTime time, StoreClock clock) {
        this.time = time;
        this.clock = clock;
    }

    @Override
    public long nowMs() {
        return time.now();
    }

    @Override
    public long nanoTime() {
        return clock.monotonicNanos();
    }
}
