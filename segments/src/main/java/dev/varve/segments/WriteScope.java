package dev.varve.segments;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * What the write sides of all tables and drives of a store share.
 *
 * @param random for salts; used under its own monitor
 * @param busyLanes how many lanes have something to write now: the pool is shared out among them
 */
public record WriteScope(
        WritePool pool, MillisClock clock, RandomGenerator random, WriteEvents events, AtomicInteger busyLanes) {

    public WriteScope(WritePool pool, MillisClock clock, RandomGenerator random, WriteEvents events) {
        this(pool, clock, random, events, new AtomicInteger());
    }

    long newSalt() {
        synchronized (random) {
            return random.nextLong();
        }
    }

    /** Bytes that a lane may leave without a sync, so that its chunks come back before the others starve. */
    long syncShare() {
        long share = pool.bytesMax() / (2L * Math.max(1, busyLanes.get()));
        return Math.max(share, pool.chunkLength());
    }
}
