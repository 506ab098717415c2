package dev.varve.internal;

import dev.varve.segments.Segment;
import dev.varve.segments.SegmentTally;

/**
 * When the values of one table expire, as its TTL stands. Read by any thread without a lock; the TTL is written by the
 * thread that changes it.
 *
 * <p>The TTL, the clock and the stamps of segments that were there at open come together only here.
 */
final class TableExpiry {
    private final StoreTime time;
    private final long firstNewSequence;
    private volatile long ttlMs;

    /** @param firstNewSequence segments below it were there at open */
    TableExpiry(StoreTime time, long firstNewSequence, long ttlMs) {
        this.time = time;
        this.firstNewSequence = firstNewSequence;
        this.ttlMs = ttlMs;
    }

    /** 0: never. */
    long ttlMs() {
        return ttlMs;
    }

    void ttlMs(long ttlMs) {
        this.ttlMs = ttlMs;
    }

    /** The append time that counts, of a record appended so long after its segment was created. */
    long appendMs(Segment in, long appendDelta) {
        return stamp(in, in.createdMs() + appendDelta);
    }

    /** The last append time that counts of a segment. */
    long lastAppendMs(Segment in) {
        return stamp(in, in.tally().lastAppendMs());
    }

    private long stamp(Segment in, long stampMs) {
        return in.sequence() < firstNewSequence ? time.atOpen(stampMs) : stampMs;
    }

    /** Whether a record is expired, by its append time that counts. */
    boolean isExpired(long appendMs, long ownTtlMs, long nowMs) {
        return ExpiryRule.isExpired(expiryMs(appendMs, ownTtlMs), nowMs);
    }

    long expiryMs(long appendMs, long ownTtlMs) {
        return ExpiryRule.recordExpiry(appendMs, ttlMs, ownTtlMs);
    }

    /** When every record of a segment is expired, as far as is known: an active one may get more. */
    long expiryMs(Segment of) {
        SegmentTally tally = of.tally();
        long last = tally.lastAppendMs();
        if (last == ExpiryRule.NONE) {
            return ExpiryRule.NONE;
        }
        long plain = tally.lastPlainAppendMs();
        return ExpiryRule.segmentExpiry(
                stamp(of, last), plain == ExpiryRule.NONE ? plain : stamp(of, plain), tally.latestOwnExpiryMs(), ttlMs);
    }

    /** Whether every record of a segment is expired, so that nothing in it need be looked at. */
    boolean isOver(Segment segment, long nowMs) {
        return segment.isSealed() && ExpiryRule.isExpired(expiryMs(segment), nowMs);
    }
}
