package dev.varve.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many generations of which size a table has, and what they take. */
class GrowthTest {
    private static final long FIRST_OFFSET = 8192;

    @Test
    void aTableWithoutEntriesTakesNothing() {
        SlabPool pool = new SlabPool(1 << 20);
        TableIndex index = new TableIndex(pool);
        assertEquals(0, pool.bytesUsed());
        assertTrue(index.needsNext());
        assertFalse(index.hasRoom());
        assertEquals(InsertResult.FULL, index.insert(1, IndexLayout.address(1, FIRST_OFFSET)));
        assertEquals(0, index.lookUp(1, address -> true));
        assertEquals(0, index.statistics().generations());
    }

    @Test
    void sizesAreFourTimesTheFormerWhileATableGrows() {
        List<Integer> pages = new ArrayList<>();
        int newest = 0;
        for (int i = 0; i < 10; i++) {
            newest = GrowthPlan.DEFAULT.next(newest, TableIndex.GROWING, true).pages();
            int level = GrowthPlan.slabLevel(newest);
            assertEquals(newest, GrowthPlan.slabCount(newest, level) * GrowthPlan.slabPages(level));
            pages.add(newest);
        }
        assertEquals(List.of(4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 262144), pages);
    }

    @Test
    void sizesFollowTheLiveEntriesOnceExpiryHasBegun() {
        int pages = next(4096, 20_000_000, false);
        assertEquals(0.285 * 20_000_000, IndexLayout.capacity(pages - IndexLayout.overflowPages(pages, false)), 1000);
        assertEquals(4, next(4096, 0, false));
        assertEquals(4 * 4096, next(4096, 20_000_000, true));
        assertEquals(7 * pages, next(65536, 20_000_000, true), pages / 10);
        assertEquals(262144, next(4096, 10_000_000_000L, false));
    }

    @Test
    void generationsThatFitTheCacheAreSmallerAndHaveAFilter() {
        GrowthPlan.Size size = GrowthPlan.DEFAULT.next(4096, 2_000_000, false);
        assertTrue(size.filtered());
        int pages = size.pages();
        int hashPages = pages - IndexLayout.overflowPages(pages, true) - IndexLayout.filterPages(pages);
        assertEquals(0.137 * 2_000_000, IndexLayout.capacity(hashPages), 1000);
        assertFalse(GrowthPlan.DEFAULT.next(4096, 500_000, false).filtered());
        assertFalse(GrowthPlan.DEFAULT.next(4096, 20_000_000, false).filtered());
        assertTrue(GrowthPlan.DEFAULT.next(256, TableIndex.GROWING, true).filtered());
        assertFalse(GrowthPlan.DEFAULT.next(4096, TableIndex.GROWING, true).filtered());
    }

    private static int next(int newestPages, long liveEntries, boolean growing) {
        return GrowthPlan.DEFAULT.next(newestPages, liveEntries, growing).pages();
    }

    @Test
    void aRebuildGetsOneGenerationForAll() {
        TableIndex index = new TableIndex(new SlabPool(64 << 20));
        assertEquals(1, fill(index, 1_000_000, 1_000_000));
        assertFalse(index.needsNext() && !index.hasRoom());
    }

    /** The goal: 15 bytes a key, whatever the moment, the prepared generation included. */
    @ParameterizedTest
    @ValueSource(ints = {400_000, 1_000_000, 1_250_000})
    void steadyStateTakesAtMostFifteenBytesAKey(int live) {
        int segment = live / 16;
        SlabPool pool = new SlabPool(64 << 20);
        TableIndex index = new TableIndex(pool);
        double worst = 0;
        int generations = 0;
        // A segment goes when the newest entry in it is as old as the last `live` ones.
        for (long i = 0; i < 8L * live; i++) {
            long oldest = Math.max(0, i - live) / segment;
            if (i % segment == 0) {
                index.dropDead((lowest, highest) -> highest >= oldest);
            }
            long liveNow = i - oldest * segment;
            if (i % segment == 0 && oldest > 0) {
                index.noteLive(liveNow);
            }
            if (index.needsNext()) {
                index.prepareStep(oldest > 0 ? liveNow : TableIndex.GROWING);
            }
            if (!index.hasRoom()) {
                publish(index, oldest > 0 ? liveNow : TableIndex.GROWING, i / segment);
            }
            long address = IndexLayout.address(i / segment, FIRST_OFFSET + i % segment * 64);
            assertEquals(InsertResult.INSERTED, index.insert(TestTable.mix(i), address));
            if (i > 4L * live) {
                worst = Math.max(worst, (double) pool.bytesUsed() / liveNow);
                generations = Math.max(generations, index.generations().size());
            }
        }
        System.out.printf("worst bytes a key %.2f, generations %d%n", worst, generations);
        assertTrue(worst <= 15, "bytes a key: " + worst);
        boolean filtered = index.generations().get(0).filter() != null;
        assertTrue(generations <= (filtered ? 9 : 5), "generations: " + generations);
    }

    /** After a silence longer than the TTL: expiry has begun long ago, but nothing is there to expire. */
    @Test
    void aTableThatFillsAgainGrowsFast() {
        TableIndex index = new TableIndex(new SlabPool(64 << 20));
        for (int i = 0; i < 500_000; i++) {
            if (!index.hasRoom()) {
                publish(index, i, 1);
            }
            index.insert(TestTable.mix(i), IndexLayout.address(1, FIRST_OFFSET + i * 8L));
        }
        assertTrue(index.generations().size() <= 8, () -> index.statistics().toString());
    }

    @Test
    void aGenerationThatEndsAlmostEmptyIsNoReasonForALargerOne() {
        TableIndex index = new TableIndex(new SlabPool(64 << 20));
        for (int i = 0; i < 50; i++) {
            publish(index, TableIndex.GROWING, i);
            index.insert(TestTable.mix(i), IndexLayout.address(i, FIRST_OFFSET));
        }
        assertEquals(50 * (16 << 10), index.statistics().bytes());
    }

    @Test
    void fewEntriesOverflow() {
        TableIndex index = new TableIndex(new SlabPool(64 << 20));
        fill(index, 2_000_000, TableIndex.GROWING);
        IndexStatistics statistics = index.statistics();
        assertEquals(2_000_000, statistics.entries());
        assertTrue(statistics.overflowEntries() < 2_000_000 / 500, statistics::toString);
        for (Generation generation : index.generations()) {
            long over = generation.entries() - generation.capacity();
            assertTrue(over <= generation.capacity() / 64 + 1, () -> "over by " + over);
        }
    }

    @Test
    void aTableThatFellSilentShrinks() {
        SlabPool pool = new SlabPool(64 << 20);
        TableIndex index = new TableIndex(pool);
        assertFalse(index.newestIsDead((lowest, highest) -> false));
        fill(index, 100_000, TableIndex.GROWING);
        assertFalse(index.newestIsDead((lowest, highest) -> true));
        assertTrue(index.newestIsDead((lowest, highest) -> false));
        publish(index, 0, 100);
        assertTrue(index.dropDead((lowest, highest) -> false) > 0);
        assertEquals(1, index.generations().size());
        assertEquals(16 << 10, pool.bytesUsed());
        assertFalse(index.newestIsDead((lowest, highest) -> false));
    }

    private static int fill(TableIndex index, int entries, long live) {
        for (int i = 0; i < entries; i++) {
            if (!index.hasRoom()) {
                publish(index, live, 1);
            }
            assertEquals(
                    InsertResult.INSERTED,
                    index.insert(
                            TestTable.mix(i), IndexLayout.address(1 + (i >>> 16), FIRST_OFFSET + (i & 0xffff) * 8L)));
        }
        return index.generations().size();
    }

    private static void publish(TableIndex index, long live, long sequence) {
        Preparation state = Preparation.MORE;
        while (state == Preparation.MORE) {
            state = index.prepareStep(live);
        }
        assertEquals(Preparation.READY, state);
        Generation frozen = index.publishNext(sequence);
        if (frozen != null) {
            index.settle(frozen);
        }
    }
}
