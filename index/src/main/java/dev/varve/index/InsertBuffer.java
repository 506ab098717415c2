package dev.varve.index;

import java.lang.invoke.VarHandle;
import java.nio.LongBuffer;

/**
 * Takes inserts in front of the newest generation, in memory small enough to stay in the processor's cache, so that they
 * reach the generation's pages sixteen at a time: loads of so many lines overlap, while each by itself would be waited for.
 *
 * <p>A bucket belongs to one stripe (see {@link TableIndex#stripe}) and is written under its lock, or by the thread that
 * settles the generation. Readers take no lock: an entry is cleared only after it is in the pages, where they look next.
 *
 * <pre>
 * bucket  0            128              256
 *         +------------+-----------------+
 *         | 16 hashes  | 16 addresses    |   address 0 = free, whatever the hash says
 *         +------------+-----------------+
 * </pre>
 */
final class InsertBuffer {
    static final int BUCKETS = TableIndex.STRIPES;
    static final int BUCKET_ENTRIES = 16;

    private static final VarHandle WORD = PageMemory.WORD;
    private static final int BUCKET_WORDS = 2 * BUCKET_ENTRIES;
    private static final int SLAB_LEVEL = 2;
    private static final int SLAB_BUCKETS = SlabPool.length(SLAB_LEVEL) / Long.BYTES / BUCKET_WORDS;
    private static final int SLABS = BUCKETS / SLAB_BUCKETS;

    private final Slab[] slabs;

    private InsertBuffer(Slab[] slabs) {
        this.slabs = slabs;
    }

    /** An empty one; null if the pool has no memory for it, and then there is none. */
    static InsertBuffer from(SlabPool pool) {
        if (!pool.reserve(length())) {
            return null;
        }
        Slab[] slabs = new Slab[SLABS];
        for (int i = 0; i < SLABS; i++) {
            slabs[i] = pool.take(SLAB_LEVEL);
            if (slabs[i] == null) {
                for (int taken = 0; taken < i; taken++) {
                    pool.give(slabs[taken]);
                }
                pool.unreserve((long) (SLABS - i) * SlabPool.length(SLAB_LEVEL));
                return null;
            }
            slabs[i].zero();
        }
        return new InsertBuffer(slabs);
    }

    static long length() {
        return (long) SLABS * SlabPool.length(SLAB_LEVEL);
    }

    void give(SlabPool pool) {
        for (Slab slab : slabs) {
            pool.give(slab);
        }
    }

    private static int start(int bucket) {
        return (bucket & SLAB_BUCKETS - 1) * BUCKET_WORDS;
    }

    private Slab slab(int bucket) {
        return slabs[bucket / SLAB_BUCKETS];
    }

    /** Adds an entry; false if its bucket is full. Under the stripe's lock. */
    boolean add(long hash, long address) {
        int bucket = TableIndex.stripe(hash);
        Slab slab = slab(bucket);
        int start = start(bucket);
        for (int i = 0; i < BUCKET_ENTRIES; i++) {
            if (slab.words.get(start + BUCKET_ENTRIES + i) == 0) {
                // Not before the address of the entry that was here is seen to be gone.
                WORD.setRelease(slab.bytes, (start + i) * Long.BYTES, hash);
                WORD.setRelease(slab.bytes, (start + BUCKET_ENTRIES + i) * Long.BYTES, address);
                return true;
            }
        }
        return false;
    }

    /** Shows the visitor all addresses of a hash; returns the one it took, or 0. */
    long find(long hash, CandidateVisitor visitor) {
        int bucket = TableIndex.stripe(hash);
        Slab slab = slab(bucket);
        int matching = matching(slab.words, start(bucket), hash);
        while (matching != 0) {
            long address = address(slab, bucket, Integer.numberOfTrailingZeros(matching));
            if (address != 0 && visitor.candidate(address)) {
                return address;
            }
            matching &= matching - 1;
        }
        return 0;
    }

    /** One bit for each entry with the hash, without branches. */
    private static int matching(LongBuffer words, int start, long hash) {
        int bits = 0;
        for (int i = 0; i < BUCKET_ENTRIES; i++) {
            long different = words.get(start + i) ^ hash;
            bits |= (int) ((different - 1 & ~different) >>> 63) << i;
        }
        return bits;
    }

    /** Puts an address in the place of another one of the same hash, if that is here. Under the stripe's lock. */
    boolean replace(long hash, long deadAddress, long address) {
        int bucket = TableIndex.stripe(hash);
        Slab slab = slab(bucket);
        int start = start(bucket);
        for (int i = 0; i < BUCKET_ENTRIES; i++) {
            if (slab.words.get(start + i) == hash && address(slab, bucket, i) == deadAddress) {
                WORD.setRelease(slab.bytes, (start + BUCKET_ENTRIES + i) * Long.BYTES, address);
                return true;
            }
        }
        return false;
    }

    /** The hash of an entry; means nothing if its address is 0. */
    long hash(int bucket, int entry) {
        return slab(bucket).words.get(start(bucket) + entry);
    }

    /** The address of an entry, 0 if it is free. */
    long address(int bucket, int entry) {
        return address(slab(bucket), bucket, entry);
    }

    private static long address(Slab slab, int bucket, int entry) {
        return (long) WORD.getAcquire(slab.bytes, (start(bucket) + BUCKET_ENTRIES + entry) * Long.BYTES);
    }

    /** Frees an entry that can be found elsewhere from now on. Under the stripe's lock. */
    void clear(int bucket, int entry) {
        WORD.setRelease(slab(bucket).bytes, (start(bucket) + BUCKET_ENTRIES + entry) * Long.BYTES, 0L);
    }
}
