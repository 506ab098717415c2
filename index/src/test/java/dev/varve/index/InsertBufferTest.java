package dev.varve.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What stands in front of the pages of a generation: the buffer and the filter. */
class InsertBufferTest {
    private static final int KEYS = 100_000;

    @Test
    void whatIsInTheBufferIsFoundReplacedAndWritten() throws Exception {
        SlabPool pool = new SlabPool(64 << 20);
        TableIndex index = new TableIndex(pool);
        Generation generation = buffered(index);
        for (int key = 0; key < 1000; key++) {
            assertEquals(InsertResult.INSERTED, index.insert(TestTable.mix(key), address(5, key)));
            assertEquals(address(5, key), find(index, key, address(5, key)));
        }
        assertEquals(1000, generation.entries());
        assertEquals(5, generation.highestSequence());
        for (int key = 0; key < 1000; key += 2) {
            assertTrue(index.replace(TestTable.mix(key), address(5, key), address(6, key)));
            assertFalse(index.replace(TestTable.mix(key), address(5, key), address(6, key)));
        }
        assertEquals(6, generation.highestSequence());
        index.freezeNewest();
        assertTrue(index.settle(generation));
        assertNull(generation.buffer());
        assertEquals((long) generation.pageCount() * IndexLayout.PAGE_LENGTH, pool.bytesUsed());
        TestTable.Written written = TestTable.Written.of(generation);
        TableIndex again = new TableIndex(new SlabPool(64 << 20));
        again.install(List.of(again.load(written.parameters(), written)));
        assertNotNull(again.generations().get(0).buffer(), "it takes inserts again");
        for (int key = 0; key < 1000; key++) {
            long expected = address(key % 2 == 0 ? 6 : 5, key);
            assertEquals(expected, find(index, key, expected));
            assertEquals(expected, find(again, key, expected));
        }
        index.close();
        assertEquals(0, pool.bytesUsed());
    }

    @Test
    void memoryThatIsNotThereIsDoneWithout() {
        SlabPool pool = new SlabPool((4 + 16 + 64 + 256 + 1024) * IndexLayout.PAGE_LENGTH + InsertBuffer.length() - 1);
        TableIndex index = new TableIndex(pool);
        while (index.generations().isEmpty() || index.generations().get(0).pageCount() < 1024) {
            fill(index);
            publish(index, TableIndex.GROWING);
        }
        Generation generation = index.generations().get(0);
        assertNotNull(generation.filter());
        assertNull(generation.buffer());
        for (int key = 0; key < 1000; key++) {
            assertEquals(InsertResult.INSERTED, index.insert(TestTable.mix(key), address(5, key)));
            assertEquals(address(5, key), find(index, key, address(5, key)));
        }
    }

    /** Thousands of hashes for the same two buckets, as no keyed hash gives them: the overflow fills up. */
    @Test
    void whatFindsNoPlaceInThePagesStaysInTheBuffer() {
        SlabPool pool = new SlabPool(64 << 20);
        TableIndex index = new TableIndex(pool);
        Generation generation = buffered(index);
        int inserted = 0;
        while (index.insert(crowded(inserted), address(5, inserted)) == InsertResult.INSERTED) {
            inserted++;
        }
        assertTrue(inserted > 1000, "inserted: " + inserted);
        assertFalse(index.hasRoom());
        assertAllFound(index, inserted);
        index.freezeNewest();
        assertFalse(index.settle(generation), "its pages do not hold all");
        assertNotNull(generation.buffer());
        assertAllFound(index, inserted);
        publish(index, 1);
        assertAllFound(index, inserted);
        index.dropDead((lowest, highest) -> false);
        index.close();
        assertEquals(0, pool.bytesUsed());
    }

    private static void assertAllFound(TableIndex index, int count) {
        for (int i = 0; i < count; i++) {
            long expected = address(5, i);
            assertEquals(expected, index.lookUp(crowded(i), address -> address == expected));
        }
    }

    /** Other stripes, other tags, the same page and buckets. */
    private static long crowded(int i) {
        return (long) (i & TableIndex.STRIPES - 1) << 32 | (i >>> 10) + 1L << 12 | 5;
    }

    @Test
    void theFilterRefusesMostStrangersAndNoMember() {
        TableIndex index = new TableIndex(new SlabPool(64 << 20));
        Generation generation = buffered(index);
        long key = 0;
        while (index.hasRoom()) {
            index.insert(TestTable.mix(key), address(5, key & 0xffff));
            key++;
        }
        assertTrue(key >= generation.capacity(), "keys: " + key);
        index.freezeNewest();
        index.settle(generation);
        int wrong = 0;
        for (long i = 0; i < KEYS; i++) {
            assertTrue(generation.filter().mayHold(TestTable.mix(i % key)));
            wrong += generation.filter().mayHold(TestTable.mix(key + i)) ? 1 : 0;
        }
        assertTrue(wrong < KEYS / 25, "strangers let pass of " + KEYS + ": " + wrong);
    }

    @Property
    void noHashLeadsToAGuard(@ForAll long hash, @ForAll @IntRange(min = 1, max = 455) int pages) {
        int word = IndexLayout.filterWord(hash, (long) pages * IndexLayout.PAGE_SLOTS);
        assertTrue(word >= 0 && word < pages * IndexLayout.PAGE_SLOTS);
        assertNotEquals(IndexLayout.GUARD_SLOT, word % IndexLayout.PAGE_SLOTS);
    }

    private static void fill(TableIndex index) {
        long key = index.statistics().entries() + KEYS;
        while (index.hasRoom()) {
            index.insert(TestTable.mix(key), address(5, key & 0xffff));
            key++;
        }
    }

    private static Generation buffered(TableIndex index) {
        publish(index, 160_000);
        Generation generation = index.generations().get(0);
        assertNotNull(generation.buffer());
        return generation;
    }

    private static void publish(TableIndex index, long live) {
        Preparation state = Preparation.MORE;
        while (state == Preparation.MORE) {
            state = index.prepareStep(live);
        }
        assertEquals(Preparation.READY, state);
        Generation frozen = index.publishNext(1);
        if (frozen != null) {
            index.settle(frozen);
        }
    }

    private static long find(TableIndex index, long key, long expected) {
        return index.lookUp(TestTable.mix(key), address -> address == expected);
    }

    private static long address(long sequence, long place) {
        return IndexLayout.address(sequence, 8192 + place * 8);
    }
}
