package dev.varve.segments;

/**
 * Append times of a segment's values, as store time in milliseconds; {@link #NONE} where there is no such value.
 *
 * @param lastPlainAppendMs the last append of a value without own TTL
 * @param latestOwnExpiryMs when the last value with an own TTL expires by it
 */
public record SegmentTimes(long firstAppendMs, long lastAppendMs, long lastPlainAppendMs, long latestOwnExpiryMs) {
    public static final long NONE = Long.MIN_VALUE;

    public static final SegmentTimes EMPTY = new SegmentTimes(NONE, NONE, NONE, NONE);
}
