package dev.varve.index;

/**
 * Decides how large the next generation of one table is, and prepares it.
 *
 * <p>Written under the lock of its index.
 */
final class Growth {
    /** At the bound, a generation that is smaller than was planned will do, but not smaller than this part. */
    private static final int SMALLEST_PART = 16;

    /** So many times as large as it should be, a generation is replaced before it is full. */
    private static final int OVERSIZED = 2;

    private final SlabPool pool;
    private final GrowthPlan plan;

    private NextGeneration next;
    private boolean growing = true;
    /** As the caller said last. */
    private long live = TableIndex.GROWING;
    /** How many entries were live when the newest generation was published; all there can be if that is unknown. */
    private long liveAtBirth = Long.MAX_VALUE;

    private volatile boolean oversized;
    private long bytesRefused;

    Growth(SlabPool pool, GrowthPlan plan) {
        this.pool = pool;
        this.plan = plan;
    }

    /** Whether the newest generation is so much too large that it should be replaced before it is full. */
    boolean isOversized() {
        return oversized;
    }

    /** See {@link TableIndex#noteLive}. */
    void noteLive(Generation newest, long liveEntries) {
        long wanted = (long) nextSize(newest, liveEntries).pages() * IndexLayout.PAGE_LENGTH;
        oversized = newest.bytes() > OVERSIZED * wanted;
        if (next != null && next.length() > OVERSIZED * wanted) {
            cancel();
        }
    }

    /** See {@link TableIndex#prepareStep}. */
    Preparation step(Generation newest, long liveEntries) {
        live = liveEntries;
        if (next == null) {
            growing = isGrowing(newest, liveEntries);
            next = reserve(newest, liveEntries);
        }
        if (next != null && !next.isReady() && !next.step()) {
            bytesRefused = next.length();
            next = next.inSmallerSlabs();
        }
        if (next == null) {
            return Preparation.REFUSED;
        }
        if (!next.isReady()) {
            return Preparation.MORE;
        }
        if (oversized) {
            newest.endRoom();
        }
        return Preparation.READY;
    }

    private GrowthPlan.Size nextSize(Generation newest, long liveEntries) {
        if (newest == null) {
            return plan.next(0, liveEntries, false);
        }
        // One that ends for another reason than being full, its window for example, shows no need for a larger one.
        boolean filled = newest.entries() >= newest.capacity() / GrowthPlan.FACTOR;
        int pages = filled ? newest.pageCount() : Math.max(1, newest.pageCount() / GrowthPlan.FACTOR);
        return plan.next(pages, liveEntries, isGrowing(newest, liveEntries));
    }

    /** Whether most of what came since the newest generation was published has added to what is live. */
    private boolean isGrowing(Generation newest, long liveEntries) {
        return liveEntries < 0 || newest != null && liveEntries - liveAtBirth >= newest.entries() / 2;
    }

    private NextGeneration reserve(Generation newest, long liveEntries) {
        GrowthPlan.Size wanted = nextSize(newest, liveEntries);
        int least = Math.max(plan.firstPages(), wanted.pages() / SMALLEST_PART);
        for (GrowthPlan.Size size = wanted; size.pages() >= least; size = size.half()) {
            NextGeneration reserved = NextGeneration.about(pool, size);
            if (reserved != null) {
                return reserved;
            }
        }
        bytesRefused = (long) least * IndexLayout.PAGE_LENGTH;
        return null;
    }

    long bytesRefused() {
        return bytesRefused;
    }

    long preparedBytes() {
        return next == null ? 0 : next.length();
    }

    /**
     * The prepared generation, which is no longer prepared then.
     *
     * @param entries what was inserted into all generations so far
     */
    Generation take(long lowestSequence, long entries) {
        if (next == null || !next.isReady()) {
            throw new IllegalStateException("the next generation is not prepared");
        }
        Generation taken = new Generation(next.memory(), lowestSequence, growing, next.isFiltered());
        taken.addBuffer(pool);
        next = null;
        oversized = false;
        // As long as nothing has expired, what was inserted is what is live.
        liveAtBirth = live >= 0 ? live : entries;
        return taken;
    }

    /** Gives up what is prepared. */
    void cancel() {
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    /** Whether a table that fell silent with this generation could do with a smaller one. */
    boolean isLargerThanFirst(Generation generation) {
        return generation.pageCount() > plan.firstPages();
    }
}
