package dev.varve.index;

/**
 * The one home of the index's bits: slots, pages, overflow entries, parameters.
 *
 * <p>Address, as the rest of the store sees it: sequence {@code << 28} | offset {@code >>> 3}.
 */
public final class IndexLayout {
    /** Bytes of a page. */
    public static final int PAGE_LENGTH = 4096;

    private IndexLayout() {}

    /** Packs a record's place: a sequence below 2^35 and an offset below 2^31 that is a multiple of 8. */
    public static long address(long sequence, long offset) {
        return sequence << 28 | offset >>> 3;
    }

    /** The sequence in an address. */
    public static long sequence(long address) {
        return address >>> 28;
    }

    /** The offset in an address. */
    public static long offset(long address) {
        return (address & (1L << 28) - 1) << 3;
    }
}
