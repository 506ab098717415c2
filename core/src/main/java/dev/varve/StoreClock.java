package dev.varve;

/**
 * Where the store takes the time from. Give {@link StoreOptions.Builder#clock(StoreClock)} one of your own to let time pass
 * by hand in tests, together with {@link Store#expireNow()}. Called from any thread, often, so it must be cheap.
 */
public interface StoreClock {

    /** The time of day in milliseconds since 1970-01-01T00:00Z, as {@link System#currentTimeMillis()}. May jump. */
    long wallMillis();

    /** Nanoseconds since any fixed moment, as {@link System#nanoTime()}. Never goes back. */
    long monotonicNanos();
}
