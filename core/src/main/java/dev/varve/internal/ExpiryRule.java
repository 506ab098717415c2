package dev.varve.internal;

import java.util.concurrent.TimeUnit;

/**
 * When values and segments expire and lanes roll: arithmetic only, in milliseconds of store time, safe from overflow for any
 * number. A time to live (TTL) of 0 means never, an own TTL of 0 means none. Stateless.
 */
public final class ExpiryRule {
    /** The moment that never comes. */
    public static final long NEVER = Long.MAX_VALUE;

    /** The time of what does not exist. */
    public static final long NONE = Long.MIN_VALUE;

    /** No lane rolls by age sooner. */
    public static final long ROLL_AGE_MIN = TimeUnit.SECONDS.toMillis(10);

    /** Every lane rolls by then: a record has 32 bits for the milliseconds since its segment began. */
    public static final long ROLL_AGE_MAX = TimeUnit.DAYS.toMillis(24);

    /** A segment spans at most this part of the TTL. */
    private static final long ROLL_DIVISOR = 16;

    private ExpiryRule() {}

    /** The first moment at which a record is expired: append time plus the shorter of the table's TTL and its own. */
    public static long recordExpiry(long appendMillis, long ttlMillis, long ownTtlMillis) {
        return plus(appendMillis, Math.min(orNever(ttlMillis), orNever(ownTtlMillis)));
    }

    /** Whether something is expired that expires at the given moment. */
    public static boolean isExpired(long expiryMillis, long nowMillis) {
        return nowMillis >= expiryMillis && expiryMillis != NEVER;
    }

    /**
     * The first moment at which every record of a segment is expired.
     *
     * @param lastAppend of any record
     * @param lastPlainAppend of any record without own TTL, or {@link #NONE}
     * @param latestOwnExpiry the latest expiry by own TTL, or {@link #NONE}
     * @return {@link #NONE} for a segment without records
     */
    public static long segmentExpiry(long lastAppend, long lastPlainAppend, long latestOwnExpiry, long ttlMillis) {
        long byTtl = lastAppend == NONE ? NONE : plus(lastAppend, orNever(ttlMillis));
        long plain = lastPlainAppend == NONE ? NONE : plus(lastPlainAppend, orNever(ttlMillis));
        // The table's TTL holds for records with an own one too, and may have been shortened below theirs.
        return Math.max(plain, Math.min(latestOwnExpiry, byTtl));
    }

    /**
     * The age at which an active segment is to be sealed.
     *
     * @param longestOwnTtl of the records in it; 0 if none has one
     */
    public static long rollAge(long ttlMillis, long longestOwnTtl) {
        long span = Math.min(orNever(ttlMillis), orNever(longestOwnTtl)) / ROLL_DIVISOR;
        return Math.max(ROLL_AGE_MIN, Math.min(ROLL_AGE_MAX, span));
    }

    /** The age of something that began at the given time; never negative. */
    public static long age(long sinceMillis, long nowMillis) {
        return sinceMillis >= nowMillis ? 0 : minus(nowMillis, sinceMillis);
    }

    /**
     * The length at which an active segment is to be sealed, so that a table with a bound keeps to it closely.
     *
     * @param maxBytes the table's bound, 0 for none
     * @param lanes how many segments the table fills at the same time
     */
    public static long segmentLength(long segmentBytes, long maxBytes, int lanes, long lengthMin) {
        if (maxBytes == 0) {
            return segmentBytes;
        }
        return Math.max(lengthMin, Math.min(segmentBytes, maxBytes / (ROLL_DIVISOR * lanes)));
    }

    private static long orNever(long ttlMillis) {
        return ttlMillis <= 0 ? NEVER : ttlMillis;
    }

    /** A sum that stops at the ends of what a long can hold; never stays never. */
    private static long plus(long millis, long span) {
        if (span == NEVER) {
            return NEVER;
        }
        long sum = millis + span;
        return ((millis ^ sum) & (span ^ sum)) < 0 ? (span < 0 ? NONE : NEVER) : sum;
    }

    private static long minus(long later, long earlier) {
        long difference = later - earlier;
        return difference < 0 ? NEVER : difference;
    }
}
