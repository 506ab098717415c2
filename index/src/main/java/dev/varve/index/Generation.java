package dev.varve.index;

import java.lang.invoke.MethodHandles;
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
    private static final VarHandle LOWEST;
    private static final VarHandle HIGHEST;

    private static final int OPEN = 0;
    private static final int FROZEN = 1;
    private static final int SETTLED = 2;
    private static final int DROPPED = 3;

    /** So far below the base that the caller names do sequences still fit, should it have overlooked one. */
    private static final long BELOW_BASE = 1 << 16;
    /** So far from the end of the window the generation is full: more segments than lanes can open meanwhile. */
    private static final long WINDOW_MARGIN = 1 << 16;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LOWEST = lookup.findVarHandle(Generation.class, "lowestSequence", long.class);
            HIGHEST = lookup.findVarHandle(Generation.class, "highestSequence", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long base;
    private final PageMemory memory;
    private final Buckets buckets;
    private final Overflow overflow;
    private final EntryCount count;
    private final int hashPages;
    private final long capacity;
    private final long prepareAt;

    private volatile long lowestSequence = Long.MAX_VALUE;
    private volatile long highestSequence = -1;
    private volatile boolean full;
    private volatile int state = OPEN;

    /** An empty one, for cleared memory. */
    Generation(PageMemory memory, long lowestSequence, boolean growing) {
        this(memory, Math.max(0, lowestSequence - BELOW_BASE), IndexLayout.overflowPages(memory.pages()), growing);
    }

    /** One that was written, for memory that has been read. */
    Generation(PageMemory memory, IndexLayout.Parameters parameters) {
        this(memory, parameters.base(), parameters.overflowPages(), true);
        lowestSequence = parameters.lowestSequence();
        highestSequence = parameters.highestSequence();
        count.set(parameters.entries());
        overflow.set(parameters.overflowEntries());
        if (parameters.outsiders()) {
            buckets.expectOutsiders();
        }
        state = SETTLED;
        checkFull();
    }

    private Generation(PageMemory memory, long base, int overflowPages, boolean growing) {
        this.memory = memory;
        this.base = base;
        hashPages = memory.pages() - overflowPages;
        buckets = new Buckets(memory, hashPages, base);
        overflow = new Overflow(memory, hashPages, overflowPages);
        capacity = IndexLayout.capacity(hashPages);
        prepareAt = GrowthPlan.prepareAt(capacity, growing);
        count = new EntryCount(capacity);
    }

    Buckets buckets() {
        return buckets;
    }

    /** Shows the visitor all addresses that may belong to a hash; returns the one it took, or 0. */
    long find(long hash, CandidateVisitor visitor) {
        long found = buckets.find(hash, visitor);
        return found == 0 && (buckets.areFull(hash) || buckets.hasOutsiders()) ? overflow.find(hash, visitor) : found;
    }

    InsertResult insert(long hash, long address) {
        long sequence = IndexLayout.sequence(address);
        noteSequence(sequence);
        boolean fits = IndexLayout.fits(sequence, base);
        if (!fits) {
            buckets.expectOutsiders();
        }
        if (!fits || !buckets.insert(hash, address)) {
            InsertResult result = overflow.insert(hash, address);
            if (result != InsertResult.INSERTED) {
                if (result == InsertResult.FULL) {
                    endRoom();
                }
                return result;
            }
            checkFull();
        }
        if (count.increment(hash)) {
            checkFull();
        }
        return InsertResult.INSERTED;
    }

    boolean replace(long hash, long deadAddress, long address) {
        long dead = IndexLayout.sequence(deadAddress);
        long sequence = IndexLayout.sequence(address);
        noteSequence(sequence);
        boolean fits = IndexLayout.fits(dead, base) && IndexLayout.fits(sequence, base);
        return fits && buckets.replace(hash, deadAddress, address)
                || overflow.count() != 0 && overflow.replace(hash, deadAddress, address);
    }

    private void noteSequence(long sequence) {
        long lowest = lowestSequence;
        while (sequence < lowest && !LOWEST.weakCompareAndSet(this, lowest, sequence)) {
            lowest = lowestSequence;
        }
        long highest = highestSequence;
        if (sequence > highest) {
            while (sequence > highest && !HIGHEST.weakCompareAndSet(this, highest, sequence)) {
                highest = highestSequence;
            }
            checkFull();
        }
    }

    private void checkFull() {
        if (!full
                && (count.rough() >= capacity
                        || overflow.isFull()
                        || highestSequence - base >= IndexLayout.WINDOW - WINDOW_MARGIN)) {
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
        return full || count.rough() >= prepareAt || highestSequence - base >= IndexLayout.WINDOW / 8 * 7;
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

    void settle() {
        if (state == OPEN) {
            throw new IllegalStateException("a generation that takes inserts can not be settled");
        }
        if (state == FROZEN) {
            state = SETTLED;
        }
    }

    void drop(SlabPool pool) {
        state = DROPPED;
        memory.give(pool);
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
        return memory.length();
    }

    /** The lowest sequence that an entry points into; above {@link #highestSequence()} while there are no entries. */
    public long lowestSequence() {
        return lowestSequence;
    }

    /** The highest sequence that an entry points into, -1 while there are no entries. */
    public long highestSequence() {
        return highestSequence;
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
                memory.pages() - hashPages,
                buckets.hasOutsiders(),
                base,
                lowestSequence,
                highestSequence,
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
