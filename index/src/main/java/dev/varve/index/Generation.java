package dev.varve.index;

import java.nio.ByteBuffer;

/**
 * One off-heap hash table of fixed size: the newest of a table takes inserts, the others are frozen.
 *
 * <p>Slots are written by any thread that inserts, by compare-and-set. What else changes is written by the thread that
 * runs the table's index agent.
 */
public final class Generation {
    Generation() {}

    /** Whether a newer one has taken over. */
    public boolean isFrozen() {
        throw new UnsupportedOperationException();
    }

    /** Whether no insert can be under way in it any more, see {@link TableIndex#settle}. */
    public boolean isSettled() {
        throw new UnsupportedOperationException();
    }

    /** How many entries were inserted. */
    public long entries() {
        throw new UnsupportedOperationException();
    }

    /** How many of them found both their buckets full. */
    public long overflowEntries() {
        throw new UnsupportedOperationException();
    }

    /** How many entries it takes before it is full. */
    public long capacity() {
        throw new UnsupportedOperationException();
    }

    /** The memory it occupies. */
    public long bytes() {
        throw new UnsupportedOperationException();
    }

    /** The lowest sequence that an entry points into; above {@link #highestSequence()} while there are no entries. */
    public long lowestSequence() {
        throw new UnsupportedOperationException();
    }

    /** The highest sequence that an entry points into, -1 while there are no entries. */
    public long highestSequence() {
        throw new UnsupportedOperationException();
    }

    /** How many pages of 4096 bytes it has, all of which must be written. */
    public int pageCount() {
        throw new UnsupportedOperationException();
    }

    /**
     * What {@link TableIndex#load} needs besides the pages: opaque, versioned, with a checksum.
     *
     * @throws IllegalStateException unless settled
     */
    public byte[] parameters() {
        throw new UnsupportedOperationException();
    }

    /**
     * Copies pages, each with its checksum, as far as the buffer has room for whole ones.
     *
     * @param firstPage the first page to copy
     * @param target takes them from its position on, which is advanced
     * @return the number of pages copied, 0 at the end; -1 if the generation has been dropped, in which case whatever
     *     was copied is worthless
     * @throws IllegalStateException unless settled
     */
    public int copyPages(int firstPage, ByteBuffer target) {
        throw new UnsupportedOperationException();
    }
}
