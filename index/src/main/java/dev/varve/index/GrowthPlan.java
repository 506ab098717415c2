package dev.varve.index;

/**
 * How large the next generation is and when it is prepared.
 *
 * <p>In steady state the newest generation, those fully live, the one half gone and the prepared one must together stay
 * below 15 bytes a key. Segments of 1/16 of the TTL keep entries for up to 17/16 of it. With generations of 0.285 of the
 * live entries that span is 3.73 generations: five are held until the newest is 0.73 full, four from then on, and the
 * next is prepared at 0.8. So there are never more than five, which is 5 x 0.285 x 10 = 14.3 bytes. (Quarters, the next
 * prepared at one half, would be six: 15 bytes and two more cache lines a look-up.)
 *
 * <p>A generation with a filter costs a look-up nearly nothing, so there may be more of them, which makes up for what the
 * filters take: of generations of 0.137, the next prepared at 0.85, never more than nine, which is
 * 9 x 0.137 x 10 x 9/8 = 13.9 bytes, and 256 KiB for the buffer of the newest.
 *
 * @param firstPages pages of the first generation of a table
 * @param maxPages pages of the largest
 */
record GrowthPlan(int firstPages, int maxPages) {
    /** 16 KiB to 1 GiB. */
    static final GrowthPlan DEFAULT = new GrowthPlan(4, 256 * 1024);

    private static final double PAGE_ENTRIES = (double) IndexLayout.capacity(1 << 20) / (1 << 20);

    static final int FACTOR = 4;
    private static final double LIVE_PART = 0.285;
    private static final double LIVE_PART_FILTERED = 0.137;
    /** Smaller generations (1.3 MiB) nearly stay in the processor's cache as they are. */
    private static final int FILTERED_PAGES_MIN = 340;
    /** The filters of larger ones (16 MiB) would not stay there. */
    private static final int FILTERED_PAGES_MAX = 4096;
    /** Of nine pages one is the filter's. */
    private static final double FILTERED_FACTOR = 9.0 / 8;
    /** Growth may end any moment once values expire; the last step should not have been too large then. */
    private static final double GROWTH_MAX = 2;
    /** So that a rebuild does not end with a generation that is just full. */
    private static final double REBUILD_MARGIN = 1.1;

    private static final double PREPARE_GROWING = 0.5;
    /** Smaller ones fill within milliseconds; for larger ones, a fifth is time enough, and their successor is large. */
    private static final long PREPARED_EARLY = 400_000;

    private static final double PREPARE_STEADY = 0.8;
    private static final double PREPARE_FILTERED = 0.85;

    /** More slabs waste less by rounding, fewer make less to look after. */
    private static final int SLABS_WANTED = 48;

    /**
     * A generation to come.
     *
     * @param pages all of them, which are rounded to slabs
     * @param filtered whether it gets a filter and a buffer
     */
    record Size(int pages, boolean filtered) {
        Size half() {
            return new Size(pages / 2, filtered && pages / 2 >= FILTERED_PAGES_MIN);
        }
    }

    /**
     * The size of the next generation.
     *
     * @param newestPages what the newest has filled, 0 if there is none
     * @param liveEntries how many entries are live, negative if nothing has expired yet
     * @param growing whether more comes than goes
     */
    Size next(int newestPages, long liveEntries, boolean growing) {
        if (newestPages == 0) {
            return liveEntries > 0 ? sized(liveEntries * REBUILD_MARGIN) : bounded(firstPages, false);
        }
        if (!growing) {
            Size filtered = sized(liveEntries * LIVE_PART_FILTERED);
            return filtered.filtered ? filtered : bounded(pagesFor(liveEntries * LIVE_PART), false);
        }
        double pages = (double) newestPages * FACTOR;
        Size most = liveEntries >= 0 ? sized(liveEntries * GROWTH_MAX) : bounded(maxPages, false);
        return pages < most.pages ? bounded(pages, isCached(pages)) : most;
    }

    /** For so many entries, with a filter if it is of use. */
    private Size sized(double entries) {
        double filtered = pagesFor(entries) * FILTERED_FACTOR;
        return isCached(filtered) ? bounded(filtered, true) : bounded(pagesFor(entries), false);
    }

    private Size bounded(double pages, boolean filtered) {
        return new Size((int) Math.max(firstPages, Math.min(maxPages, Math.round(pages))), filtered);
    }

    private static boolean isCached(double pages) {
        return pages >= FILTERED_PAGES_MIN && pages <= FILTERED_PAGES_MAX;
    }

    private static double pagesFor(double entries) {
        return entries / PAGE_ENTRIES * 256 / 255;
    }

    /** The level of the slabs that a generation of so many pages is made of. */
    static int slabLevel(int pages) {
        int level = 0;
        while (level + 1 < SlabPool.LEVELS && pages / slabPages(level + 1) >= SLABS_WANTED) {
            level++;
        }
        return level;
    }

    static int slabPages(int level) {
        return SlabPool.length(level) / IndexLayout.PAGE_LENGTH;
    }

    /** How many slabs of that level come nearest to so many pages. */
    static int slabCount(int pages, int level) {
        int slabPages = slabPages(level);
        return Math.max(1, (pages + slabPages / 2) / slabPages);
    }

    /** How many entries the newest generation holds when the next is to be prepared. */
    static long prepareAt(long capacity, boolean growing, boolean filtered) {
        double steady = filtered ? PREPARE_FILTERED : PREPARE_STEADY;
        return (long) (capacity * (growing && capacity < PREPARED_EARLY ? PREPARE_GROWING : steady));
    }
}
