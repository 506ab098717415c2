package dev.varve.index;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/**
 * Says of most hashes that are not in a generation that they are not, out of memory small enough to stay in the processor's
 * cache: a Bloom filter whose four bits for a hash lie in one word (Putze, Sanders and Singler, "Cache-, Hash- and
 * Space-Efficient Bloom Filters", 2007). Its words are the last pages of the generation, so it is cleared, written and read
 * with them.
 *
 * <p>Bits are set by any thread that inserts and never cleared.
 */
final class BloomFilter {
    private static final VarHandle WORD = PageMemory.WORD;

    private final LongBuffer[] words;
    private final ByteBuffer[] bytes;
    private final int slabShift;
    private final int slabMask;
    private final int firstPage;
    private final long wordCount;

    BloomFilter(PageMemory memory, int firstPage, int pages) {
        words = memory.words;
        bytes = memory.bytes;
        slabShift = memory.slabShift;
        slabMask = (1 << slabShift) - 1;
        this.firstPage = firstPage;
        wordCount = (long) pages * IndexLayout.PAGE_SLOTS;
    }

    /** False only if the hash was not added. Reads plainly. */
    boolean mayHold(long hash) {
        int word = IndexLayout.filterWord(hash, wordCount);
        int page = firstPage + word / IndexLayout.PAGE_SLOTS;
        long mask = IndexLayout.filterMask(hash);
        return (words[page >>> slabShift].get(slot(page, word)) & mask) == mask;
    }

    /** The word of a hash, so that {@link #add} after it finds it near. */
    long word(long hash) {
        int word = IndexLayout.filterWord(hash, wordCount);
        int page = firstPage + word / IndexLayout.PAGE_SLOTS;
        return words[page >>> slabShift].get(slot(page, word));
    }

    void add(long hash) {
        int word = IndexLayout.filterWord(hash, wordCount);
        int page = firstPage + word / IndexLayout.PAGE_SLOTS;
        int slot = slot(page, word);
        long mask = IndexLayout.filterMask(hash);
        if ((words[page >>> slabShift].get(slot) & mask) != mask) {
            WORD.getAndBitwiseOr(bytes[page >>> slabShift], slot * Long.BYTES, mask);
        }
    }

    private int slot(int page, int word) {
        return (page & slabMask) * IndexLayout.PAGE_SLOTS + (word & IndexLayout.PAGE_SLOTS - 1);
    }
}
