package dev.varve.segments;

/** The store's time, given from outside so that tests can turn it. Thread-safe. */
public interface MillisClock {
    /** Store time in milliseconds since the epoch. */
    long nowMs();

    /** A clock for intervals, in nanoseconds from an arbitrary origin; never goes back. */
    long nanoTime();
}
