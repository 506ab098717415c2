package dev.varve.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Random operations, all compared with a map. */
class TableIndexModelTest {
    private static final long SEED = Long.getLong("varve.seed", System.nanoTime());

    @Test
    void agreesWithAMapOverMillionsOfOperations() throws Exception {
        run(TestTable::mix, 3_000_000, 200_000, new SlabPool(64 << 20));
    }

    /** Pages and buckets as usual, but tags of two bits: most look-ups meet strangers. */
    @Test
    void agreesWithAMapWhenMostTagsCollide() throws Exception {
        run(
                key -> TestTable.mix(key) & ~0x7ff_f000L | TestTable.mix(key) & 0x3000L,
                1_000_000,
                50_000,
                new SlabPool(64 << 20));
    }

    /** Few keys, put again and again as they expire: their dead entries must not fill the buckets. */
    @Test
    void agreesWithAMapWhenFewKeysComeBackForEver() throws Exception {
        TestTable table = run(TestTable::mix, 1_000_000, 40, new SlabPool(64 << 20));
        assertTrue(
                table.index().generations().size() <= 3,
                () -> table.index().statistics().toString());
    }

    private static TestTable run(LongUnaryOperator hash, int operations, int keys, SlabPool pool) throws Exception {
        System.out.println("varve.seed=" + SEED);
        Random random = new Random(SEED);
        TestTable table = new TestTable(new TableIndex(pool), hash, Math.max(4, keys / 64), 1L << 30);
        for (int i = 0; i < operations; i++) {
            int dice = random.nextInt(1_000_000);
            if (dice < 600_000) {
                assertTrue(table.put(random.nextInt(keys)));
            } else if (dice < 999_000) {
                table.check(random.nextInt(2 * keys));
            } else if (dice < 999_900) {
                if (table.liveSegments() > 32) {
                    table.expire();
                }
            } else if (dice < 999_980) {
                table.skipSequences(random.nextInt(100_000));
            } else if (dice < 999_990) {
                table.grow();
            } else {
                table.restart(new TableIndex(pool));
            }
        }
        table.checkAll();
        IndexStatistics statistics = table.index().statistics();
        assertEquals(statistics.bytes() + statistics.preparedBytes(), pool.bytesUsed());
        table.index().close();
        assertEquals(0, pool.bytesUsed());
        return table;
    }
}
