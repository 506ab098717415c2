package dev.varve.index;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The memory of all indexes of a store: direct buffers, never given back to the JVM (it cannot free them without a flag)
 * but used again for ever, by whichever table needs them next.
 *
 * <p>Slabs come in five sizes, 16 KiB to 4 MiB, each four times the former. A larger one is split when a smaller one is
 * wanted, and put together when its parts have all come back, so that what small tables leave behind serves large ones.
 *
 * <p>Any thread may call anything; the state is written under the pool's own lock, which is not on any hot path.
 */
public final class SlabPool {
    static final int RATIO = 4;
    static final int LEVELS = 5;
    private static final int LOWEST_LENGTH = 16 * 1024;
    /** The JVM is asked for 256 KiB when small slabs are wanted, so that a store of small tables stays small, else 4 MiB. */
    private static final int SMALL_ROOT = 2;

    private static final int LARGE_ROOT = LEVELS - 1;

    private final List<List<Slab>> free = new ArrayList<>();
    private final IntFunction<ByteBuffer> jvm;
    private long bytesMax;
    private long bytesReserved;
    private long bytesAllocated;
    private boolean limitedByJvm;

    /**
     * A pool that has taken nothing yet.
     *
     * @param bytesMax how much it may take in all
     */
    public SlabPool(long bytesMax) {
        this(bytesMax, ByteBuffer::allocateDirect);
    }

    /**
     * A pool that gets its memory elsewhere.
     *
     * @param bytesMax how much it may take in all
     * @param jvm gives direct memory, zeroed, or throws an {@link OutOfMemoryError}
     */
    SlabPool(long bytesMax, IntFunction<ByteBuffer> jvm) {
        this.bytesMax = bytesMax;
        this.jvm = jvm;
        for (int level = 0; level < LEVELS; level++) {
            free.add(new ArrayList<>());
        }
    }

    /** The bytes of a slab of a level, 0 to {@code LEVELS - 1}. */
    static int length(int level) {
        return LOWEST_LENGTH << 2 * level;
    }

    /** What it may take: as configured, or less once the JVM has refused direct memory. */
    public synchronized long bytesMax() {
        return bytesMax;
    }

    /** What the generations of all tables, prepared ones included, occupy now. */
    public synchronized long bytesUsed() {
        return bytesReserved;
    }

    /** What was taken from the JVM: what is used and what waits to be used again. */
    public synchronized long bytesAllocated() {
        return bytesAllocated;
    }

    /** Whether the JVM's limit on direct memory, not the configured bound, is what the pool ran into. */
    public synchronized boolean limitedByJvm() {
        return limitedByJvm;
    }

    /** Sets bytes aside for slabs to be taken later. */
    synchronized boolean reserve(long bytes) {
        if (bytes > bytesMax - bytesReserved) {
            return false;
        }
        bytesReserved += bytes;
        return true;
    }

    /** Gives back what was reserved and not taken. */
    synchronized void unreserve(long bytes) {
        bytesReserved -= bytes;
    }

    /** Takes a slab that was reserved; null if memory is too scattered, or the JVM has no more. */
    synchronized Slab take(int level) {
        Slab slab = takeFree(level);
        return slab != null ? slab : allocate(level);
    }

    private Slab takeFree(int level) {
        List<Slab> list = free.get(level);
        if (!list.isEmpty()) {
            Slab slab = list.get(list.size() - 1);
            removeFree(slab);
            return slab;
        }
        Slab larger = level + 1 < LEVELS ? takeFree(level + 1) : null;
        return larger == null ? null : takePart(larger);
    }

    private Slab takePart(Slab larger) {
        larger.split();
        for (int i = 1; i < RATIO; i++) {
            addFree(larger.parts[i]);
        }
        return larger.parts[0];
    }

    private Slab allocate(int level) {
        int root = level < SMALL_ROOT ? SMALL_ROOT : LARGE_ROOT;
        while (root > level && length(root) > bytesMax - bytesAllocated) {
            root--;
        }
        if (length(root) > bytesMax - bytesAllocated) {
            return null;
        }
        Slab slab = allocateRoot(root);
        while (slab != null && slab.level > level) {
            slab = takePart(slab);
        }
        return slab;
    }

    private Slab allocateRoot(int level) {
        int length = length(level);
        ByteBuffer memory;
        try {
            memory = jvm.apply(length + IndexLayout.PAGE_LENGTH);
        } catch (OutOfMemoryError e) {
            // Each refusal costs the JVM a full collection and half a second: what it has given is all there is.
            limitedByJvm = true;
            bytesMax = bytesAllocated;
            return null;
        }
        bytesAllocated += length;
        ByteBuffer aligned = memory.alignedSlice(IndexLayout.PAGE_LENGTH).slice(0, length);
        Slab slab = new Slab(aligned, level, null);
        slab.untouched = true;
        return slab;
    }

    /** Takes a slab back, with whatever is in it. */
    synchronized void give(Slab slab) {
        bytesReserved -= length(slab.level);
        slab.untouched = false;
        addFree(slab);
        Slab parent = slab.parent;
        while (parent != null && parent.allPartsFree()) {
            for (Slab part : parent.parts) {
                removeFree(part);
            }
            parent.untouched = false;
            addFree(parent);
            parent = parent.parent;
        }
    }

    private void addFree(Slab slab) {
        List<Slab> list = free.get(slab.level);
        slab.place = list.size();
        list.add(slab);
    }

    private void removeFree(Slab slab) {
        List<Slab> list = free.get(slab.level);
        Slab last = list.remove(list.size() - 1);
        if (last != slab) {
            list.set(slab.place, last);
            last.place = slab.place;
        }
        slab.place = -1;
    }
}
