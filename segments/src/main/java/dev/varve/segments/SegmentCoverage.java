package dev.varve.segments;

import java.util.Arrays;

/** For segments in rising order of sequence: all their records below an offset. Two arrays, as there may be a million. */
public final class SegmentCoverage {
    public static final SegmentCoverage NONE = new SegmentCoverage(new long[0], new long[0]);

    private final long[] sequences;
    private final long[] ends;

    /** Takes both arrays over; the sequences rise. */
    public SegmentCoverage(long[] sequences, long[] ends) {
        if (sequences.length != ends.length) {
            throw new IllegalArgumentException(sequences.length + " sequences, " + ends.length + " ends");
        }
        for (int i = 1; i < sequences.length; i++) {
            if (sequences[i] <= sequences[i - 1]) {
                throw new IllegalArgumentException("sequences do not rise at " + i);
            }
        }
        this.sequences = sequences;
        this.ends = ends;
    }

    public int size() {
        return sequences.length;
    }

    public long sequence(int index) {
        return sequences[index];
    }

    public long end(int index) {
        return ends[index];
    }

    /** The offset below which all records of a segment are covered, 0 if none. */
    public long endOf(long sequence) {
        int index = Arrays.binarySearch(sequences, sequence);
        return index < 0 ? 0 : ends[index];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SegmentCoverage that
                && Arrays.equals(sequences, that.sequences)
                && Arrays.equals(ends, that.ends);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(sequences) + Arrays.hashCode(ends);
    }

    @Override
    public String toString() {
        return sequences.length + " segments";
    }
}
