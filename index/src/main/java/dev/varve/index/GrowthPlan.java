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
 * @param firstPages pages of the first generation of a table
 * @param maxPages pages of the largest
 */
record GrowthPlan(int firstPages, int maxPages) {
    /** 16 KiB to 1 GiB. */
    static final GrowthPlan DEFAULT = new GrowthPlan(4, 256 * 1024);

    private static final double PAGE_ENTRIES = (double) IndexLayout.capacity(1 << 20) / (1 << 20);

    static final int FACTOR = 4;
    private static final double LIVE_PART = 0.285;
    /** Growth may end any moment once values expire; the last step should not have been too large then. */
    private static final double GROWTH_MAX = 2;
    /** So that a rebuild does not end with a generation that is just full. */
    private static final double REBUILD_MARGIN = 1.1;

    private static final double PREPARE_GROWING = 0.5;
    /** Smaller ones fill within milliseconds; for larger ones, a fifth is time enough, and their successor is large. */
    private static final long PREPARED_EARLY = 400_000;

    private static final double PREPARE_STEADY = 0.8;

    /** More slabs waste less by rounding, fewer make less to look after. */
    private static final int SLABS_WANTED = 48;

    /**
     * Pages for the next generation, which are rounded to slabs.
     *
     * @param newestPages what the newest has filled, 0 if there is none
     * @param liveEntries how many entries are live, negative if nothing has expired yet
     * @param growing whether more comes than goes
     */
    int nextPages(int newestPages, long liveEntries, boolean growing) {
        double pages;
        if (newestPages == 0) {
            pages = liveEntries > 0 ? pagesFor(liveEntries * REBUILD_MARGIN) : firstPages;
        } else {
            pages = growing ? (double) newestPages * FACTOR : pagesFor(liveEntries * LIVE_PART);
            if (growing && liveEntries >= 0) {
                pages = Math.min(pages, pagesFor(liveEntries * GROWTH_MAX));
            }
        }
        return (int) Math.max(firstPages, Math.min(maxPages, Math.round(pages)));
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
    static long prepareAt(long capacity, boolean growing) {
        return (long) (capacity * (growing && capacity < PREPARED_EARLY ? PREPARE_GROWING : PREPARE_STEADY));
    }
}
