package dev.varve.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/**
 * The pages of a generation in which a hash has two buckets: what every look-up and insert goes through.
 *
 * <p>Slots are written by any thread that inserts, by compare-and-set. They are taken from the front of a bucket and
 * never become free. The methods that tell whether there is anything to find read them plainly, which is all that
 * seeing nothing takes; what looks like something is read again with acquire.
 */
final class Buckets {
    private static final VarHandle WORD = PageMemory.WORD;
    private static final VarHandle OUTSIDERS;
    private static final int SLOTS = IndexLayout.BUCKET_SLOTS;

    static {
        try {
            OUTSIDERS = MethodHandles.lookup().findVarHandle(Buckets.class, "outsiders", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LongBuffer[] words;
    private final ByteBuffer[] bytes;
    private final int slabShift;
    private final int slabMask;
    private final int pages;
    private final long base;
    /** Negative if the overflow has entries whose buckets are not full. Read plainly. */
    private long outsiders;

    Buckets(PageMemory memory, int pages, long base) {
        words = memory.words;
        bytes = memory.bytes;
        slabShift = memory.slabShift;
        slabMask = (1 << slabShift) - 1;
        this.pages = pages;
        this.base = base;
    }

    void expectOutsiders() {
        OUTSIDERS.setVolatile(this, Long.MIN_VALUE);
    }

    boolean hasOutsiders() {
        return (long) OUTSIDERS.getVolatile(this) != 0;
    }

    /**
     * Reads both lines of a hash and returns something of them, so that a {@link #probe} after it finds them near.
     *
     * @param first from {@link IndexLayout#firstBucket}
     * @param second from {@link IndexLayout#secondBucket}
     */
    long touch(long hash, int first, int second) {
        int page = IndexLayout.page(hash, pages);
        LongBuffer slab = words[page >>> slabShift];
        int start = (page & slabMask) * IndexLayout.PAGE_SLOTS;
        return slab.get(start + first) ^ slab.get(start + second);
    }

    /**
     * Whether a {@link #find} may find anything, without a branch that depends on a slot.
     *
     * @param first from {@link IndexLayout#firstBucket}
     * @param second from {@link IndexLayout#secondBucket}
     * @param tag from {@link IndexLayout#tag}
     * @return negative if a slot has the tag, or if the overflow must be asked
     */
    long probe(long hash, int first, int second, long tag) {
        int page = IndexLayout.page(hash, pages);
        LongBuffer slab = words[page >>> slabShift];
        int start = (page & slabMask) * IndexLayout.PAGE_SLOTS;
        long lastOfFirst = slab.get(start + first + SLOTS - 1);
        long lastOfSecond = slab.get(start + second + SLOTS - 1);
        return matches(slab, start + first, tag)
                | matches(slab, start + second, tag)
                | matches(lastOfFirst, tag)
                | matches(lastOfSecond, tag)
                | (lastOfFirst | -lastOfFirst) & (lastOfSecond | -lastOfSecond)
                | outsiders;
    }

    /** Negative if the slot has the tag. */
    private static long matches(long slot, long tag) {
        return (IndexLayout.tagOf(slot) ^ tag) - 1;
    }

    /** Negative if any slot of a bucket but the last has the tag. */
    private static long matches(LongBuffer slab, int bucket, long tag) {
        return matches(slab.get(bucket), tag)
                | matches(slab.get(bucket + 1), tag)
                | matches(slab.get(bucket + 2), tag)
                | matches(slab.get(bucket + 3), tag)
                | matches(slab.get(bucket + 4), tag)
                | matches(slab.get(bucket + 5), tag)
                | matches(slab.get(bucket + 6), tag);
    }

    /** Shows the visitor all addresses in the buckets of a hash; returns the one it took, or 0. */
    long find(long hash, CandidateVisitor visitor) {
        int page = IndexLayout.page(hash, pages);
        LongBuffer slab = words[page >>> slabShift];
        int start = (page & slabMask) * IndexLayout.PAGE_SLOTS;
        int first = start + IndexLayout.firstBucket(hash);
        int second = start + IndexLayout.secondBucket(hash);
        long tag = IndexLayout.tag(hash);
        // One bit a slot, again without branches: where in a bucket a key is cannot be predicted.
        int matching = bits(slab, first, tag) | bits(slab, second, tag) << SLOTS;
        while (matching != 0) {
            int slot = Integer.numberOfTrailingZeros(matching);
            int at = slot < SLOTS ? first + slot : second + slot - SLOTS;
            long found = (long) WORD.getAcquire(bytes[page >>> slabShift], at * Long.BYTES);
            if (IndexLayout.tagOf(found) == tag) {
                long address = IndexLayout.addressOf(found, base);
                if (visitor.candidate(address)) {
                    return address;
                }
            }
            matching &= matching - 1;
        }
        return 0;
    }

    private static int bits(LongBuffer slab, int bucket, long tag) {
        int bits = 0;
        for (int i = 0; i < SLOTS; i++) {
            bits |= (int) (matches(slab.get(bucket + i), tag) >>> 63) << i;
        }
        return bits;
    }

    /** Whether both buckets of a hash are full, so that it may have overflowed. */
    boolean areFull(long hash) {
        int page = IndexLayout.page(hash, pages);
        LongBuffer slab = words[page >>> slabShift];
        int last = (page & slabMask) * IndexLayout.PAGE_SLOTS + SLOTS - 1;
        return slab.get(last + IndexLayout.firstBucket(hash)) != 0
                && slab.get(last + IndexLayout.secondBucket(hash)) != 0;
    }

    /** Takes a slot of the bucket that has more free ones; false if none is free. */
    boolean insert(long hash, long address) {
        int page = IndexLayout.page(hash, pages);
        LongBuffer slab = words[page >>> slabShift];
        int start = (page & slabMask) * IndexLayout.PAGE_SLOTS;
        int first = start + IndexLayout.firstBucket(hash);
        int second = start + IndexLayout.secondBucket(hash);
        int usedFirst = used(slab, first);
        int usedSecond = used(slab, second);
        long slot = IndexLayout.slot(IndexLayout.tag(hash), base, address);
        ByteBuffer memory = bytes[page >>> slabShift];
        return usedFirst <= usedSecond
                ? take(memory, first, usedFirst, slot) || take(memory, second, usedSecond, slot)
                : take(memory, second, usedSecond, slot) || take(memory, first, usedFirst, slot);
    }

    /** How many slots of a bucket are taken, a guard included. */
    private static int used(LongBuffer slab, int bucket) {
        long used = 0;
        for (int i = 0; i < SLOTS; i++) {
            long slot = slab.get(bucket + i);
            used += (slot | -slot) >>> 63;
        }
        return (int) used;
    }

    private static boolean take(ByteBuffer memory, int bucket, int used, long slot) {
        // The guard counts as taken but lies behind the free ones.
        int guard = (bucket & IndexLayout.PAGE_SLOTS - 1) + SLOTS == IndexLayout.PAGE_SLOTS ? 1 : 0;
        for (int i = used - guard; i < SLOTS - guard; i++) {
            if (WORD.compareAndSet(memory, (bucket + i) * Long.BYTES, 0L, slot)) {
                return true;
            }
        }
        return false;
    }

    /** Puts an address in the place of another one, if that is in a bucket of the hash. */
    boolean replace(long hash, long deadAddress, long address) {
        int page = IndexLayout.page(hash, pages);
        ByteBuffer memory = bytes[page >>> slabShift];
        int start = (page & slabMask) * IndexLayout.PAGE_SLOTS;
        long tag = IndexLayout.tag(hash);
        long before = IndexLayout.slot(tag, base, deadAddress);
        long after = IndexLayout.slot(tag, base, address);
        return replace(memory, start + IndexLayout.firstBucket(hash), before, after)
                || replace(memory, start + IndexLayout.secondBucket(hash), before, after);
    }

    private static boolean replace(ByteBuffer memory, int bucket, long before, long after) {
        for (int i = 0; i < SLOTS; i++) {
            int at = (bucket + i) * Long.BYTES;
            if ((long) WORD.getAcquire(memory, at) == before && WORD.compareAndSet(memory, at, before, after)) {
                return true;
            }
        }
        return false;
    }
}
