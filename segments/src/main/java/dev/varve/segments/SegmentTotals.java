package dev.varve.segments;

/**
 * Sums over the values of one segment.
 *
 * @param keyBytes lengths of all keys
 * @param valueBytes lengths of all values
 */
public record SegmentTotals(long valueCount, long keyBytes, long valueBytes, SegmentTimes times) {
    public static final SegmentTotals EMPTY = new SegmentTotals(0, 0, 0, SegmentTimes.EMPTY);
}
