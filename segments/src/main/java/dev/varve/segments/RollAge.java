package dev.varve.segments;

/** How old a segment that holds something may grow before its lane rolls, so that space comes back near its time. */
final class RollAge {
    /** A record's append time is stored as 32 bits of milliseconds after the segment's creation: 24 days keep half of it free. */
    static final long SPAN_MS_MAX = 24L * 24 * 3600 * 1000;

    /** Rolling more often than this would leave many tiny files. */
    static final long AGE_MS_MIN = 10_000;

    private static final int PARTS = 16;

    private RollAge() {}

    /**
     * @param ttlMs the table's, 0 for never
     * @param ownTtlMsMax the longest own TTL in the segment, 0 for none
     */
    static long of(long ttlMs, long ownTtlMsMax) {
        return Math.min(part(ttlMs), part(ownTtlMsMax));
    }

    private static long part(long ttlMs) {
        return ttlMs == 0 ? SPAN_MS_MAX : Math.min(SPAN_MS_MAX, Math.max(AGE_MS_MIN, ttlMs / PARTS));
    }
}
