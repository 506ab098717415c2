package dev.varve.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What does not happen every day: the bound, addresses outside of the window, equal hashes, stale look-ups. */
class CornerTest {
    private static final long FIRST_OFFSET = 8192;

    @Test
    void atTheBoundThereIsNoRoomAndNothingIsLost() {
        SlabPool pool = new SlabPool(300 << 10);
        TableIndex index = new TableIndex(pool);
        int entries = 0;
        while (true) {
            if (!index.hasRoom() && !publish(index, 1)) {
                break;
            }
            assertEquals(InsertResult.INSERTED, index.insert(TestTable.mix(entries), address(1, entries)));
            entries++;
        }
        assertTrue(index.bytesRefused() > 0);
        assertTrue(pool.bytesUsed() + index.bytesRefused() > pool.bytesMax());
        // At least what 300 KiB hold at 0.80, less what is too little for another generation.
        assertTrue(entries > 0.8 * (pool.bytesMax() - index.bytesRefused()) / 8 * 0.9, "entries: " + entries);
        assertFalse(index.hasRoom());
        assertTrue(index.needsNext());
        for (int key = 0; key < entries; key++) {
            long expected = address(1, key);
            assertEquals(expected, index.lookUp(TestTable.mix(key), address -> address == expected));
        }
        // Racing threads that had asked before still find a place.
        for (int i = 0; i < 200; i++) {
            assertEquals(InsertResult.INSERTED, index.insert(TestTable.mix(entries + i), address(1, entries + i)));
        }
    }

    @Test
    void memoryOfTheDeadMakesRoomAgain() {
        SlabPool pool = new SlabPool(100 << 10);
        TableIndex index = new TableIndex(pool);
        for (long sequence = 1; sequence < 1000; sequence++) {
            if (!index.hasRoom()) {
                if (!publish(index, sequence)) {
                    long lowestLive = sequence - 20;
                    assertTrue(index.dropDead((lowest, highest) -> highest >= lowestLive) > 0);
                    assertTrue(publish(index, sequence));
                }
            }
            for (int i = 0; i < 100; i++) {
                index.insert(TestTable.mix(sequence * 100 + i), address(sequence, i));
            }
        }
        assertTrue(pool.bytesAllocated() <= 100 << 10);
    }

    @Test
    void sequencesOutsideOfTheWindowAreFoundAndEndTheGeneration() {
        long base = 10_000_000;
        TableIndex index = new TableIndex(new SlabPool(1 << 20));
        publish(index, base);
        long[] sequences = {
            base, base - 1, base - 65_536, base - 65_537, 1, 0, base + 1_000_000, base + 3_000_000, (1L << 35) - 1
        };
        for (int i = 0; i < sequences.length; i++) {
            assertEquals(InsertResult.INSERTED, index.insert(TestTable.mix(i), address(sequences[i], i)));
        }
        for (int i = 0; i < sequences.length; i++) {
            long expected = address(sequences[i], i);
            assertEquals(expected, index.lookUp(TestTable.mix(i), address -> address == expected));
        }
        assertFalse(index.hasRoom());
        Generation generation = index.generations().get(0);
        assertEquals(0, generation.lowestSequence());
        assertEquals((1L << 35) - 1, generation.highestSequence());
    }

    @Test
    void theWindowFillsBeforeItOverflows() {
        TableIndex index = new TableIndex(new SlabPool(1 << 20));
        publish(index, 1 << 20);
        long sequence = 1 << 20;
        while (index.hasRoom()) {
            assertEquals(InsertResult.INSERTED, index.insert(TestTable.mix(sequence), address(sequence, 0)));
            sequence += 10_000;
        }
        assertTrue(sequence - (1 << 20) > 1_900_000);
        assertEquals(0, index.generations().get(0).overflowEntries());
    }

    @Test
    void oneHashTooOftenIsCrowdedUntilADeadOneIsReplaced() {
        TableIndex index = new TableIndex(new SlabPool(1 << 20));
        publish(index, 1);
        long hash = TestTable.mix(7);
        int inserted = 0;
        while (index.insert(hash, address(5, inserted)) == InsertResult.INSERTED) {
            inserted++;
        }
        assertEquals(InsertResult.CROWDED, index.insert(hash, address(5, inserted)));
        assertTrue(index.hasRoom());
        assertTrue(inserted >= 30 && inserted <= 32, "inserted: " + inserted);
        for (int i = 0; i < inserted; i++) {
            assertTrue(index.replace(hash, address(5, i), address(6, i)));
            assertFalse(index.replace(hash, address(5, i), address(6, i)));
        }
        List<Long> found = new ArrayList<>();
        index.lookUp(hash, address -> {
            found.add(address);
            return false;
        });
        assertEquals(inserted, found.size());
        assertTrue(found.stream().allMatch(address -> IndexLayout.sequence(address) == 6));
        assertEquals(inserted, index.statistics().entries());
        // Out of the window it can only be replaced where whole addresses are.
        long far = address(1L << 34, 0);
        long replaced = found.stream()
                .filter(address -> index.replace(hash, address, far))
                .count();
        assertEquals(inserted - (inserted > 16 ? 16 : 15), replaced, 1);
    }

    @Test
    void onlyTheNewestGenerationIsReplacedIn() {
        TableIndex index = new TableIndex(new SlabPool(1 << 20));
        assertFalse(index.replace(1, address(1, 0), address(1, 1)));
        publish(index, 1);
        index.insert(1, address(1, 0));
        publish(index, 1);
        assertFalse(index.replace(1, address(1, 0), address(1, 1)));
        assertEquals(address(1, 0), index.lookUp(1, address -> true));
    }

    @Test
    void theNewestGenerationIsAskedFirst() {
        TableIndex index = new TableIndex(new SlabPool(4 << 20));
        for (int i = 0; i < 70; i++) {
            publishSmall(index);
            index.insert(99, address(1, i));
        }
        List<Long> found = new ArrayList<>();
        index.lookUp(99, address -> {
            found.add(IndexLayout.offset(address));
            return false;
        });
        for (int i = 0; i < 70; i++) {
            assertEquals(FIRST_OFFSET + (69 - i) * 64L, found.get(i));
        }
    }

    @Test
    void aMissLooksAgainWhenTheListHasChanged() {
        TableIndex index = new TableIndex(new SlabPool(1 << 20));
        publish(index, 1);
        index.insert(5, address(1, 0));
        long late = address(1, 1);
        boolean[] done = {false};
        long found = index.lookUp(5, address -> {
            if (!done[0]) {
                done[0] = true;
                publish(index, 1);
                index.insert(5, late);
            }
            return address == late;
        });
        assertEquals(late, found);
    }

    /** The visitor itself drops what is being searched and lets another table have the memory. */
    @Test
    void aStaleLookUpFindsStrangersAndEnds() {
        SlabPool pool = new SlabPool(64 << 10);
        TableIndex index = new TableIndex(pool);
        TableIndex other = new TableIndex(pool);
        for (int i = 0; i < 2; i++) {
            publishSmall(index);
            for (int key = 0; key < 1000; key++) {
                index.insert(TestTable.mix(key), address(1, key));
            }
        }
        List<Long> shown = new ArrayList<>();
        for (int key = 0; key < 1000; key++) {
            int wanted = key;
            assertEquals(0, index.lookUp(TestTable.mix(key), address -> {
                if (index.generations().size() == 2) {
                    replaceBoth(index, other);
                    // Everything that other hashes can leave behind, whole pages full.
                    fillToTheBrim(other, TestTable.mix(wanted));
                }
                shown.add(address);
                return false;
            }));
        }
        assertFalse(shown.isEmpty());
    }

    private static void replaceBoth(TableIndex index, TableIndex other) {
        publishSmall(index);
        assertEquals(2, index.dropDead((lowest, highest) -> false));
        publishSmall(other);
        publishSmall(other);
    }

    private static void fillToTheBrim(TableIndex other, long hash) {
        for (int i = 0; i < 100_000; i++) {
            other.insert(TestTable.mix(1_000_000 + i), address(1L << 20, i & 0xffff));
            other.insert(hash, address(1L << 20, i & 0xffff));
        }
    }

    /** 64 MiB came as blocks of 256 KiB for small tables; now one large generation wants them. */
    @Test
    void aLargeGenerationFitsIntoWhatSmallOnesLeft() throws Exception {
        SlabPool pool = new SlabPool(64 << 20);
        List<Slab> small = new ArrayList<>();
        while (pool.reserve(16 << 10)) {
            small.add(pool.take(0));
        }
        small.forEach(pool::give);
        assertEquals(64 << 20, pool.bytesAllocated());
        TableIndex index = new TableIndex(pool);
        Preparation state = Preparation.MORE;
        while (state == Preparation.MORE) {
            state = index.prepareStep(5_500_000);
        }
        assertEquals(Preparation.READY, state);
        index.publishNext(1);
        Generation generation = index.freezeNewest();
        assertTrue(generation.bytes() > 56 << 20);
        index.settle(generation);
        TestTable.Written written = TestTable.Written.of(generation);
        index.close();
        TableIndex reopened = new TableIndex(pool);
        reopened.install(List.of(reopened.load(written.parameters(), written)));
        assertEquals(written.pages().length, pool.bytesUsed());
        reopened.close();
        assertEquals(0, pool.bytesUsed());
    }

    @Test
    void closeGivesAllMemoryBackAndLookUpsFindNothing() {
        SlabPool pool = new SlabPool(8 << 20);
        TableIndex index = new TableIndex(pool);
        publish(index, 1);
        index.insert(1, address(1, 0));
        index.prepareStep(1_000_000);
        index.prepareStep(1_000_000);
        assertTrue(pool.bytesUsed() > 16 << 10);
        index.close();
        assertEquals(0, pool.bytesUsed());
        assertEquals(0, index.lookUp(1, address -> true));
        assertFalse(index.hasRoom());
        assertEquals(InsertResult.FULL, index.insert(1, address(1, 0)));
        index.close();
    }

    @Test
    void misuseIsRefused() {
        TableIndex index = new TableIndex(new SlabPool(1 << 20));
        assertThrows(IllegalStateException.class, () -> index.publishNext(1));
        publish(index, 1);
        assertThrows(IllegalStateException.class, () -> index.publishNext(1));
        Generation newest = index.generations().get(0);
        assertThrows(IllegalStateException.class, () -> index.settle(newest));
        assertThrows(IllegalStateException.class, newest::parameters);
    }

    private static void publishSmall(TableIndex index) {
        Preparation state = Preparation.MORE;
        while (state == Preparation.MORE) {
            state = index.prepareStep(0);
        }
        settle(index, index.publishNext(1));
    }

    private static boolean publish(TableIndex index, long sequence) {
        while (true) {
            switch (index.prepareStep(TableIndex.GROWING)) {
                case READY -> {
                    settle(index, index.publishNext(sequence));
                    return true;
                }
                case REFUSED -> {
                    return false;
                }
                default -> {}
            }
        }
    }

    private static void settle(TableIndex index, Generation frozen) {
        if (frozen != null) {
            index.settle(frozen);
        }
    }

    private static long address(long sequence, int record) {
        return IndexLayout.address(sequence, FIRST_OFFSET + record * 64L);
    }
}
