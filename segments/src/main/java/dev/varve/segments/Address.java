package dev.varve.segments;

/**
 * Where a record starts, packed into one positive long: the segment's sequence in the upper 35 bits, the offset divided
 * by eight in the lower 28. Zero is no address, as no record starts before {@link RecordLayout#DATA_START}.
 */
public final class Address {
    /** No address. */
    public static final long NONE = 0;

    /** Sequences are below this. */
    public static final long SEQUENCE_LIMIT = 1L << 35;

    /** Records start below this offset. */
    public static final long OFFSET_LIMIT = 1L << 31;

    private static final int OFFSET_BITS = 28;
    private static final int ALIGNMENT_BITS = 3;
    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

    private Address() {}

    public static long of(long sequence, long offset) {
        assert sequence >= 0 && sequence < SEQUENCE_LIMIT : sequence;
        assert offset >= 0 && offset < OFFSET_LIMIT && (offset & 7) == 0 : offset;
        return sequence << OFFSET_BITS | offset >>> ALIGNMENT_BITS;
    }

    public static long sequence(long address) {
        return address >>> OFFSET_BITS;
    }

    public static long offset(long address) {
        return (address & OFFSET_MASK) << ALIGNMENT_BITS;
    }

    /** For messages: sequence and offset. */
    public static String toString(long address) {
        return sequence(address) + "@" + offset(address);
    }
}
