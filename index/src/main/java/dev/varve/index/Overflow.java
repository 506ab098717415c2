package dev.varve.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The few entries of a generation that found both their buckets full, or whose sequence cannot be told relative to its
 * base. They hold the whole hash and the whole address: 16 bytes. A search goes from a place that the hash gives to the
 * first free entry, over two pages at most.
 *
 * <p>Written by any thread that inserts: it claims an entry by putting the hash there, then publishes the address.
 */
final class Overflow {
    private static final VarHandle COUNT;
    private static final VarHandle WORD = PageMemory.WORD;
    private static final int ENTRY_LENGTH = 2 * Long.BYTES;
    private static final int PAGES_SEARCHED = 2;
    /** Two keys never have the same hash, as far as anyone will see: so many entries of one hash are one key's. */
    private static final int SAME_HASH_MAX = 16;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Overflow.class, "count", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final PageMemory memory;
    private final int firstPage;
    private final int pages;
    private volatile long count;

    Overflow(PageMemory memory, int firstPage, int pages) {
        this.memory = memory;
        this.firstPage = firstPage;
        this.pages = pages;
    }

    /** Starts with what a written generation had. */
    void set(long entries) {
        count = entries;
    }

    long count() {
        return count;
    }

    /** Whether it is time to stop: a quarter is left for those that are under way. */
    boolean isFull() {
        return count >= (long) pages * IndexLayout.OVERFLOW_ENTRIES * 3 / 4;
    }

    InsertResult insert(long hash, long address) {
        long key = IndexLayout.overflowKey(hash);
        int same = 0;
        for (int i = 0, end = searched(); i < end; i++) {
            ByteBuffer bytes = memory.bytes(page(hash, i));
            int start = start(hash, i);
            int entry = i == 0 ? IndexLayout.overflowStart(hash) : 0;
            for (int n = 0; n < IndexLayout.OVERFLOW_ENTRIES; n++, entry = next(entry)) {
                int at = start + entry * ENTRY_LENGTH;
                long found = (long) WORD.compareAndExchange(bytes, at, 0L, key);
                if (found == 0) {
                    WORD.setRelease(bytes, at + Long.BYTES, address);
                    COUNT.getAndAdd(this, 1L);
                    return InsertResult.INSERTED;
                }
                if (found == key && ++same == SAME_HASH_MAX) {
                    return InsertResult.CROWDED;
                }
            }
        }
        return InsertResult.FULL;
    }

    /** Shows the visitor all addresses of a hash; returns the one it took, or 0. */
    long find(long hash, CandidateVisitor visitor) {
        long key = IndexLayout.overflowKey(hash);
        for (int i = 0, end = searched(); i < end; i++) {
            ByteBuffer bytes = memory.bytes(page(hash, i));
            int start = start(hash, i);
            int entry = i == 0 ? IndexLayout.overflowStart(hash) : 0;
            for (int n = 0; n < IndexLayout.OVERFLOW_ENTRIES; n++, entry = next(entry)) {
                int at = start + entry * ENTRY_LENGTH;
                long found = (long) WORD.getAcquire(bytes, at);
                if (found == 0) {
                    return 0;
                }
                if (found == key) {
                    long address = (long) WORD.getAcquire(bytes, at + Long.BYTES);
                    if (address != 0 && visitor.candidate(address)) {
                        return address;
                    }
                }
            }
        }
        return 0;
    }

    /** Puts an address in the place of another one of the same hash, if that is here. */
    boolean replace(long hash, long deadAddress, long address) {
        long key = IndexLayout.overflowKey(hash);
        for (int i = 0, end = searched(); i < end; i++) {
            ByteBuffer bytes = memory.bytes(page(hash, i));
            int start = start(hash, i);
            for (int entry = 0; entry < IndexLayout.OVERFLOW_ENTRIES; entry++) {
                int at = start + entry * ENTRY_LENGTH;
                if ((long) WORD.getAcquire(bytes, at) == key
                        && WORD.compareAndSet(bytes, at + Long.BYTES, deadAddress, address)) {
                    return true;
                }
            }
        }
        return false;
    }

    private int searched() {
        return Math.min(PAGES_SEARCHED, pages);
    }

    private int page(long hash, int i) {
        int page = IndexLayout.page(hash, pages) + i;
        return firstPage + (page < pages ? page : 0);
    }

    private int start(long hash, int i) {
        return memory.start(page(hash, i)) * Long.BYTES;
    }

    private static int next(int entry) {
        return entry + 1 < IndexLayout.OVERFLOW_ENTRIES ? entry + 1 : 0;
    }
}
