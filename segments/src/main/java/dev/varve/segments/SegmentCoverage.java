package dev.varve.segments;

import java.util.Arrays;

/**
 * Ranges of segments: all records that start in them. A segment may have several. Three arrays, as there may be a million.
 */
public final class SegmentCoverage {
    public static final SegmentCoverage NONE = new SegmentCoverage(new long[0], new long[0], new long[0]);

    private final long[] sequences;
    private final long[] starts;
    private final long[] ends;

    /** Takes the arrays over: of each range the segment, the first offset, and the offset behind it. */
    public SegmentCoverage(long[] sequences, long[] starts, long[] ends) {
        if (sequences.length != starts.length || sequences.length != ends.length) {
            throw new IllegalArgumentException(
                    sequences.length + " sequences, " + starts.length + " starts, " + ends.length + " ends");
        }
        this.sequences = sequences;
        this.starts = starts;
        this.ends = ends;
    }

    /** How many ranges. */
    public int size() {
        return sequences.length;
    }

    public long sequence(int index) {
        return sequences[index];
    }

    public long start(int index) {
        return starts[index];
    }

    public long end(int index) {
        return ends[index];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SegmentCoverage that
                && Arrays.equals(sequences, that.sequences)
                && Arrays.equals(starts, that.starts)
                && Arrays.equals(ends, that.ends);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(sequences) + Arrays.hashCode(starts)) + Arrays.hashCode(ends);
    }

    @Override
    public String toString() {
        return sequences.length + " ranges";
    }
}
