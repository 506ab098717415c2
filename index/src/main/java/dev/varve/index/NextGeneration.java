package dev.varve.index;

/**
 * The memory of the generation to come, taken from the pool and cleared slab by slab.
 *
 * <p>Written under the lock of its index.
 */
final class NextGeneration {
    private static final long STEP_LENGTH = 1 << 20;

    private final SlabPool pool;
    private final Slab[] slabs;
    private final int level;
    private final boolean filtered;
    private int taken;

    private NextGeneration(SlabPool pool, Slab[] slabs, int level, boolean filtered) {
        this.filtered = filtered;
        this.pool = pool;
        this.slabs = slabs;
        this.level = level;
    }

    /** One of about so many pages, for which the pool is asked; null if it has not so much. */
    static NextGeneration about(SlabPool pool, GrowthPlan.Size size) {
        int level = GrowthPlan.slabLevel(size.pages());
        int pages = GrowthPlan.slabCount(size.pages(), level) * GrowthPlan.slabPages(level);
        return reserve(pool, pages, level, size.filtered());
    }

    /** One of exactly so many pages, a multiple of those of the smallest slab; null if the pool has not so much. */
    static NextGeneration exactly(SlabPool pool, int pages) {
        int level = GrowthPlan.slabLevel(pages);
        while (pages % GrowthPlan.slabPages(level) != 0) {
            level--;
        }
        return reserve(pool, pages, level, false);
    }

    private static NextGeneration reserve(SlabPool pool, int pages, int level, boolean filtered) {
        int slabs = pages / GrowthPlan.slabPages(level);
        return pool.reserve((long) slabs * SlabPool.length(level))
                ? new NextGeneration(pool, new Slab[slabs], level, filtered)
                : null;
    }

    /**
     * Gives everything back and begins again with smaller slabs: what small tables left behind may do where no large slab
     * is to be had.
     *
     * @return null if there are no smaller ones
     */
    NextGeneration inSmallerSlabs() {
        cancel();
        return level == 0 ? null : reserve(pool, slabs.length * GrowthPlan.slabPages(level), level - 1, filtered);
    }

    boolean isFiltered() {
        return filtered;
    }

    long length() {
        return (long) slabs.length * SlabPool.length(level);
    }

    /** Takes and clears a few slabs, one if they are large; false if there was none to be had. */
    boolean step() {
        long cleared = 0;
        while (cleared < STEP_LENGTH && !isReady()) {
            if (!takeOnly()) {
                return false;
            }
            PageMemory.clear(slabs[taken - 1]);
            cleared += SlabPool.length(level);
        }
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
