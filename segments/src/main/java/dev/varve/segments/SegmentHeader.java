package dev.varve.segments;

/**
 * What the creation block of a segment file says.
 *
 * @param kind {@link #SEGMENT} or {@link #SPARE}
 * @param createdMs store time from which the records' append times count
 * @param salt random, new with each life of the file
 */
public record SegmentHeader(int kind, SegmentOwner owner, long sequence, long createdMs, long salt) {
    /** Holds records. */
    public static final int SEGMENT = 1;

    /** Holds nothing; its bytes wait to be written over. */
    public static final int SPARE = 2;
}
