package dev.varve.index;

/**
 * The memory of the generation to come, taken from the pool and cleared slab by slab.
 *
 * <p>Written under the lock of its index.
 */
final class NextGeneration {
    private final SlabPool pool;
    private final Slab[] slabs;
    private final int level;
    private int taken;

    private NextGeneration(SlabPool pool, Slab[] slabs, int level) {
        this.pool = pool;
        this.slabs = slabs;
        this.level = level;
    }

    /** One of so many pages, for which the pool is asked; null if it has not so much. */
    static NextGeneration reserve(SlabPool pool, int pages) {
        int level = GrowthPlan.slabLevel(pages);
        int count = GrowthPlan.slabCount(pages, level);
        if (!pool.reserve((long) count * SlabPool.length(level))) {
            return null;
        }
        return new NextGeneration(pool, new Slab[count], level);
    }

    long length() {
        return (long) slabs.length * SlabPool.length(level);
    }

    /** Takes and clears one slab; false if there was none to be had. */
    boolean step() {
        Slab slab = pool.take(level);
        if (slab == null) {
            return false;
        }
        slabs[taken++] = slab;
        PageMemory.clear(slab);
        return true;
    }

    /** Takes a slab without clearing it; false if there was none to be had. */
    boolean takeOnly() {
        Slab slab = pool.take(level);
        if (slab != null) {
            slabs[taken++] = slab;
        }
        return slab != null;
    }

    boolean isReady() {
        return taken == slabs.length;
    }

    PageMemory memory() {
        return new PageMemory(slabs);
    }

    /** Gives everything back. */
    void cancel() {
        for (int i = 0; i < taken; i++) {
            pool.give(slabs[i]);
        }
        pool.unreserve((long) (slabs.length - taken) * SlabPool.length(level));
    }
}
