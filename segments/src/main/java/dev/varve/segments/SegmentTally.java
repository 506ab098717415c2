package dev.varve.segments;

/** Adds up a segment's totals, value by value. Not thread-safe: under its lane's lock, or of one scanning thread. */
public final class SegmentTally {
    private long valueCount;
    private long keyBytes;
    private long valueBytes;
    private long firstAppendMs = SegmentTimes.NONE;
    private long lastAppendMs = SegmentTimes.NONE;
    private long lastPlainAppendMs = SegmentTimes.NONE;
    private long latestOwnExpiryMs = SegmentTimes.NONE;

    /** A tally that goes on from what a seal says. */
    public static SegmentTally of(SegmentTotals totals) {
        SegmentTally tally = new SegmentTally();
        tally.valueCount = totals.valueCount();
        tally.keyBytes = totals.keyBytes();
        tally.valueBytes = totals.valueBytes();
        tally.firstAppendMs = totals.times().firstAppendMs();
        tally.lastAppendMs = totals.times().lastAppendMs();
        tally.lastPlainAppendMs = totals.times().lastPlainAppendMs();
        tally.latestOwnExpiryMs = totals.times().latestOwnExpiryMs();
        return tally;
    }

    /** Adds one value; an own TTL of 0 is none. */
    public void add(int keyLength, long valueLength, long appendMs, long ownTtlMs) {
        firstAppendMs = valueCount == 0 ? appendMs : Math.min(firstAppendMs, appendMs);
        lastAppendMs = Math.max(lastAppendMs, appendMs);
        if (ownTtlMs == 0) {
            lastPlainAppendMs = Math.max(lastPlainAppendMs, appendMs);
        } else {
            latestOwnExpiryMs = Math.max(latestOwnExpiryMs, expiry(appendMs, ownTtlMs));
        }
        valueCount++;
        keyBytes += keyLength;
        valueBytes += valueLength;
    }

    /** Takes out values that are elsewhere now; the times stay, as what others may be older. */
    void remove(long values, long keyBytesOfThem, long valueBytesOfThem) {
        valueCount -= values;
        keyBytes -= keyBytesOfThem;
        valueBytes -= valueBytesOfThem;
    }

    public void clear() {
        valueCount = 0;
        keyBytes = 0;
        valueBytes = 0;
        firstAppendMs = SegmentTimes.NONE;
        lastAppendMs = SegmentTimes.NONE;
        lastPlainAppendMs = SegmentTimes.NONE;
        latestOwnExpiryMs = SegmentTimes.NONE;
    }

    public SegmentTotals totals() {
        return new SegmentTotals(valueCount, keyBytes, valueBytes, times());
    }

    public SegmentTimes times() {
        return new SegmentTimes(firstAppendMs, lastAppendMs, lastPlainAppendMs, latestOwnExpiryMs);
    }

    public long valueCount() {
        return valueCount;
    }

    public long keyBytes() {
        return keyBytes;
    }

    public long valueBytes() {
        return valueBytes;
    }

    public long firstAppendMs() {
        return firstAppendMs;
    }

    public long lastAppendMs() {
        return lastAppendMs;
    }

    public long lastPlainAppendMs() {
        return lastPlainAppendMs;
    }

    public long latestOwnExpiryMs() {
        return latestOwnExpiryMs;
    }

    /** A TTL of a thousand centuries must not end in the past. */
    private static long expiry(long appendMs, long ttlMs) {
        long sum = appendMs + ttlMs;
        return sum < appendMs ? Long.MAX_VALUE : sum;
    }
}
