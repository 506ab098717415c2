package dev.varve.internal;

import dev.varve.StoreClock;

/** The machine's clocks: the only class that asks the system for the time. Stateless. */
public final class SystemClock implements StoreClock {
    public static final SystemClock INSTANCE = new SystemClock();

    private SystemClock() {}

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public long monotonicNanos() {
        return System.nanoTime();
    }
}
