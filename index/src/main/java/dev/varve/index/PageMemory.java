package dev.varve.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * The pages of one generation, spread over equal slabs.
 *
 * <p>Once the generation is dropped, the slabs belong to another one, while look-ups that started before may still read
 * here: they find words that mean nothing, which is harmless.
 */
final class PageMemory {
    /** Reads and writes a slot at its offset in bytes, with any ordering. */
    static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The longest piece that is zeroed, or read from a source, at once. */
    private static final int PIECE_LENGTH = 1 << 20;

    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(64 * 1024);

    /** One view a slab, in order. */
    final LongBuffer[] words;

    final ByteBuffer[] bytes;
    /** Page number to slab number. */
    final int slabShift;

    private final Slab[] slabs;

    PageMemory(Slab[] slabs) {
        this.slabs = slabs;
        words = new LongBuffer[slabs.length];
        bytes = new ByteBuffer[slabs.length];
        for (int i = 0; i < slabs.length; i++) {
            words[i] = slabs[i].words;
            bytes[i] = slabs[i].bytes;
        }
        slabShift = Integer.numberOfTrailingZeros(GrowthPlan.slabPages(slabs[0].level));
    }

    int pages() {
        return slabs.length << slabShift;
    }

    long length() {
        return (long) pages() * IndexLayout.PAGE_LENGTH;
    }

    /** Where a page begins in its slab, in slots. */
    int start(int page) {
        return (page & (1 << slabShift) - 1) * IndexLayout.PAGE_SLOTS;
    }

    LongBuffer words(int page) {
        return words[page >>> slabShift];
    }

    ByteBuffer bytes(int page) {
        return bytes[page >>> slabShift];
    }

    /**
     * A view of consecutive pages, as many as lie in one piece.
     *
     * @param pagesMax at most so many
     */
    ByteBuffer piece(int page, int pagesMax) {
        int start = start(page) * Long.BYTES;
        ByteBuffer slab = bytes(page);
        int length = Math.min(Math.min(slab.capacity() - start, PIECE_LENGTH), pagesMax * IndexLayout.PAGE_LENGTH);
        return slab.slice(start, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Makes all pages of a slab empty. */
    static void clear(Slab slab) {
        ByteBuffer bytes = slab.bytes;
        if (!slab.untouched) {
            for (int at = 0; at < bytes.capacity(); at += ZEROS.capacity()) {
                bytes.put(at, ZEROS, 0, Math.min(ZEROS.capacity(), bytes.capacity() - at));
            }
        }
        for (int at = IndexLayout.GUARD_OFFSET; at < bytes.capacity(); at += IndexLayout.PAGE_LENGTH) {
            bytes.putLong(at, IndexLayout.GUARD);
        }
        slab.untouched = false;
    }

    void give(SlabPool pool) {
        for (Slab slab : slabs) {
            pool.give(slab);
        }
    }
}
