package dev.varve.index;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One off-heap hash table of fixed size: the newest of a table takes inserts, the others are frozen.
 *
 * <p>Slots are written by any thread that inserts, by compare-and-set. What else changes is written by the thread that
 * runs the table's index agent.
 */
public final class Generation {
    private static final int OPEN = 0;
    private static final int FROZEN = 1;
    private static final int SETTLED = 2;
    private static final int DROPPED = 3;

    /** So far below the base that the caller names do sequences still fit, should it have overlooked one. */
    private static final long BELOW_BASE = 1 << 16;
    /** So far from the end of the window the generation is full: more segments than lanes can open meanwhile. */
    private static final long WINDOW_MARGIN = 1 << 16;

    private final long base;
    private final PageMemory memory;
    private final Buckets buckets;
    private final Overflow overflow;
    private final EntryCount count;
    private final int hashPages;
    private final int overflowPages;
    /** Null in one that is too small, or too large, to have one. */
    private final BloomFilter filter;

    private final long capacity;
    private final long prepareAt;

    private final SequenceRange sequences = new SequenceRange();
    private volatile boolean full;
    private volatile int state = OPEN;
    /** What came last and is not in the pages yet; null if there is none. Written by the index agent. */
    private volatile InsertBuffer buffer;

    /** An empty one, for cleared memory. */
    Generation(PageMemory memory, long lowestSequence, boolean growing, boolean filtered) {
        this(
                memory,
                Math.max(0, lowestSequence - BELOW_BASE),
                IndexLayout.overflowPages(memory.pages(), filtered),
                filtered ? IndexLayout.filterPages(memory.pages()) : 0,
                growing);
    }

    /** One that was written, for memory that has been read. */
    Generation(PageMemory memory, IndexLayout.Parameters parameters) {
        this(memory, parameters.base(), parameters.overflowPages(), parameters.filterPages(), true);
        sequences.set(parameters.lowestSequence(), parameters.highestSequence());
        count.set(parameters.entries());
        overflow.set(parameters.overflowEntries());
        if (parameters.outsiders()) {
            buckets.expectOutsiders();
        }
        state = SETTLED;
        checkFull();
    }

    private Generation(PageMemory memory, long base, int overflowPages, int filterPages, boolean growing) {
        this.memory = memory;
        this.base = base;
        this.overflowPages = overflowPages;
        hashPages = memory.pages() - overflowPages - filterPages;
        filter = filterPages == 0 ? null : new BloomFilter(memory, memory.pages() - filterPages, filterPages);
        buckets = new Buckets(memory, hashPages, base);
        overflow = new Overflow(memory, hashPages, overflowPages);
        capacity = IndexLayout.capacity(hashPages);
        prepareAt = GrowthPlan.prepareAt(capacity, growing, filterPages > 0);
        count = new EntryCount(capacity);
    }

    Buckets buckets() {
        return buckets;
    }

    /** Null if it has none. */
    BloomFilter filter() {
        return filter;
    }

    /** Null if it has none, or none any more: then all is in the pages. */
    InsertBuffer buffer() {
        return buffer;
    }

    /** Gives one that takes inserts a buffer, if it is of a size that profits from it and the pool has the memory. */
    void addBuffer(SlabPool pool) {
        if (filter != null && state == OPEN) {
            buffer = InsertBuffer.from(pool);
        }
    }

    /** Shows the visitor all addresses that may belong to a hash; returns the one it took, or 0. */
    long find(long hash, CandidateVisitor visitor) {
        long found = buckets.find(hash, visitor);
        return found == 0 && (buckets.areFull(hash) || buckets.hasOutsiders()) ? overflow.find(hash, visitor) : found;
    }

    /** Under the lock of the hash's stripe. */
    InsertResult insert(long hash, long address) {
        InsertBuffer first = buffer;
        if (first == null) {
            return insertIntoPages(hash, address);
        }
        noteSequence(IndexLayout.sequence(address));
        if (!first.add(hash, address)) {
            InsertResult result = empty(first, TableIndex.stripe(hash));
            if (!first.add(hash, address)) {
                return result;
            }
        }
        count(hash);
        return InsertResult.INSERTED;
    }

    /** From any thread, past the buffer. */
    InsertResult insertIntoPages(long hash, long address) {
        noteSequence(IndexLayout.sequence(address));
        InsertResult result = place(hash, address);
        if (result == InsertResult.INSERTED) {
            count(hash);
        }
        return result;
    }

    private void count(long hash) {
        if (count.increment(hash)) {
            checkFull();
        }
    }

    private InsertResult place(long hash, long address) {
        if (filter != null) {
            filter.add(hash);
        }
        boolean fits = IndexLayout.fits(IndexLayout.sequence(address), base);
        if (!fits) {
            buckets.expectOutsiders();
        }
        if (!fits || !buckets.insert(hash, address)) {
            InsertResult result = overflow.insert(hash, address);
            if (result == InsertResult.FULL) {
                endRoom();
            } else if (result == InsertResult.INSERTED) {
                checkFull();
            }
            return result;
        }
        return InsertResult.INSERTED;
    }

    /**
     * Brings a bucket of the buffer into the pages. What finds no room there stays where it is.
     *
     * @return what became of the last entry that did not come in; otherwise that all did
     */
    private InsertResult empty(InsertBuffer from, int bucket) {
        long touched = 0;
        for (int i = 0; i < InsertBuffer.BUCKET_ENTRIES; i++) {
            touched ^= touch(from.hash(bucket, i));
        }
        if (touched == GenerationList.NEVER) {
            Thread.onSpinWait();
        }
        InsertResult worst = InsertResult.INSERTED;
        for (int i = 0; i < InsertBuffer.BUCKET_ENTRIES; i++) {
            long address = from.address(bucket, i);
            if (address != 0) {
                InsertResult result = place(from.hash(bucket, i), address);
                if (result == InsertResult.INSERTED) {
                    from.clear(bucket, i);
                } else {
                    worst = result;
                }
            }
        }
        return worst;
    }

    /** Asks for the lines of a hash. */
    long touch(long hash) {
        long touched = buckets.touch(hash, IndexLayout.firstBucket(hash), IndexLayout.secondBucket(hash));
        return filter == null ? touched : touched ^ filter.word(hash);
    }

    boolean replace(long hash, long deadAddress, long address) {
        InsertBuffer first = buffer;
        if (first != null && first.replace(hash, deadAddress, address)) {
            noteSequence(IndexLayout.sequence(address));
            return true;
        }
        long dead = IndexLayout.sequence(deadAddress);
        long sequence = IndexLayout.sequence(address);
        noteSequence(sequence);
        boolean fits = IndexLayout.fits(dead, base) && IndexLayout.fits(sequence, base);
        return fits && buckets.replace(hash, deadAddress, address)
                || overflow.count() != 0 && overflow.replace(hash, deadAddress, address);
    }

    private void noteSequence(long sequence) {
        if (sequences.note(sequence)) {
            checkFull();
        }
    }

    private void checkFull() {
        if (!full
                && (count.rough() >= capacity
                        || overflow.isFull()
                        || sequences.highest() - base >= IndexLayout.WINDOW - WINDOW_MARGIN)) {
            full = true;
        }
    }

    boolean isFull() {
        return full;
    }

    /** Makes it full before its time. */
    void endRoom() {
        full = true;
    }

    boolean hasRoom() {
        return !full && state == OPEN;
    }

    boolean needsNext() {
        return full || count.rough() >= prepareAt || sequences.highest() - base >= IndexLayout.WINDOW / 8 * 7;
    }

    // ---- life --------------------------------------------------------------------------------------------------

    /** Whether a newer one has taken over. */
    public boolean isFrozen() {
        return state != OPEN;
    }

    /** Whether no insert can be under way in it any more, see {@link TableIndex#settle}. */
    public boolean isSettled() {
        return state == SETTLED;
    }

    void thaw() {
        state = OPEN;
    }

    void freeze() {
        state = FROZEN;
    }

    /**
     * No insert is under way in it any more, so what is in the buffer can be brought into the pages.
     *
     * @return whether all of it had room there. If not, the buffer stays, and what is written of the generation is not all
     *     that it holds
     */
    boolean settle(SlabPool pool) {
        if (state == OPEN) {
            throw new IllegalStateException("a generation that takes inserts can not be settled");
        }
        boolean whole = true;
        InsertBuffer last = buffer;
        if (last != null) {
            for (int bucket = 0; bucket < InsertBuffer.BUCKETS; bucket++) {
                whole &= empty(last, bucket) == InsertResult.INSERTED;
            }
            if (whole) {
                buffer = null;
                last.give(pool);
            }
        }
        if (state == FROZEN) {
            state = SETTLED;
        }
        return whole;
    }

    void drop(SlabPool pool) {
        state = DROPPED;
        memory.give(pool);
        InsertBuffer last = buffer;
        if (last != null) {
            buffer = null;
            last.give(pool);
        }
    }

    // ---- figures -----------------------------------------------------------------------------------------------

    /** How many entries were inserted. */
    public long entries() {
        return count.exact();
    }

    /** How many of them found both their buckets full. */
    public long overflowEntries() {
        return overflow.count();
    }

    /** How many entries it takes before it is full. */
    public long capacity() {
        return capacity;
    }

    /** The memory it occupies. */
    public long bytes() {
        return memory.length() + (buffer == null ? 0 : InsertBuffer.length());
    }

    /** The lowest sequence that an entry points into; above {@link #highestSequence()} while there are no entries. */
    public long lowestSequence() {
        return sequences.lowest();
    }

    /** The highest sequence that an entry points into, -1 while there are no entries. */
    public long highestSequence() {
        return sequences.highest();
    }

    // ---- what is written of it ---------------------------------------------------------------------------------

    /** How many pages of 4096 bytes it has, all of which must be written. */
    public int pageCount() {
        return memory.pages();
    }

    /**
     * What {@link TableIndex#load} needs besides the pages: opaque, versioned, with a checksum.
     *
     * @throws IllegalStateException unless settled
     */
    public byte[] parameters() {
        if (state < SETTLED) {
            throw new IllegalStateException("entries may still be inserted into this generation");
        }
        return IndexLayout.encode(new IndexLayout.Parameters(
                memory.pages(),
                overflowPages,
                memory.pages() - hashPages - overflowPages,
                buckets.hasOutsiders(),
                base,
                sequences.lowest(),
                sequences.highest(),
                entries(),
                overflowEntries()));
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
        IndexLayout.Guard guard = new IndexLayout.Guard(parameters());
        ByteBuffer view = target.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        int pages = Math.min(target.remaining() / IndexLayout.PAGE_LENGTH, memory.pages() - firstPage);
        for (int i = 0; i < pages; i++) {
            int page = firstPage + i;
            int start = target.position();
            int from = memory.start(page) * Long.BYTES;
            target.put(start, memory.bytes(page), from, IndexLayout.PAGE_LENGTH);
            long sum = guard.of(page, view, start);
            view.clear().putLong(start + IndexLayout.GUARD_OFFSET, sum);
            target.position(start + IndexLayout.PAGE_LENGTH);
        }
        // What was copied must have been read before the state is.
        VarHandle.acquireFence();
        return state == DROPPED ? -1 : pages;
    }
}
