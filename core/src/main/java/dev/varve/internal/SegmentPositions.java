package dev.varve.internal;

import dev.varve.segments.Segment;
import dev.varve.segments.SegmentMap;

/** How far each published segment of a table was appended to at one moment. Immutable. */
final class SegmentPositions {
    /** Of no segment. */
    static final SegmentPositions NONE = new SegmentPositions(new long[0], new long[0]);

    private final long[] sequences;
    private final long[] ends;

    private SegmentPositions(long[] sequences, long[] ends) {
        this.sequences = sequences;
        this.ends = ends;
    }

    static SegmentPositions capture(SegmentMap segments) {
        Segment[] all = segments.snapshot();
        long[] sequences = new long[all.length];
        long[] ends = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            sequences[i] = all[i].sequence();
            ends[i] = all[i].dataEnd();
        }
        return new SegmentPositions(sequences, ends);
    }

    int count() {
        return sequences.length;
    }

    long sequence(int i) {
        return sequences[i];
    }

    long end(int i) {
        return ends[i];
    }

    /** Whether everything below these positions would survive power loss, or is gone. */
    boolean areDurable(SegmentMap segments) {
        for (int i = 0; i < sequences.length; i++) {
            Segment segment = segments.get(sequences[i]);
            if (segment != null && segment.durableEnd() < Math.min(ends[i], segment.dataEnd())) {
                return false;
            }
        }
        return true;
    }
}
