package dev.varve.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.index.TestTable.Written;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Generations that are written and come back. */
class PersistenceTest {
    private static final long SEED = Long.getLong("varve.seed", System.nanoTime());
    private static final int ENTRIES = 100_000;

    private final SlabPool pool = new SlabPool(64 << 20);

    @Test
    void whatIsWrittenComesBack() throws IOException {
        try (TableIndex index = filled(ENTRIES);
                TableIndex loaded = new TableIndex(new SlabPool(64 << 20))) {
            Written written = write(index);
            Generation generation = loaded.load(written.parameters(), written);
            Generation original = index.generations().get(0);
            assertEquals(original.entries(), generation.entries());
            assertEquals(original.overflowEntries(), generation.overflowEntries());
            assertTrue(original.overflowEntries() > 0);
            assertEquals(original.lowestSequence(), generation.lowestSequence());
            assertEquals(original.highestSequence(), generation.highestSequence());
            assertEquals(original.capacity(), generation.capacity());
            assertTrue(generation.isSettled());
            assertEquals(0, loaded.lookUp(TestTable.mix(1), address -> true));
            loaded.install(List.of(generation));
            assertHas(loaded, 0, ENTRIES);
        }
    }

    @Test
    void aLoadedGenerationThatIsWrittenAgainIsTheSame() throws IOException {
        try (TableIndex index = filled(1000)) {
            Written written = write(index);
            Generation loaded = index.load(written.parameters(), written);
            Written again = Written.of(loaded);
            assertEquals(ByteBuffer.wrap(written.pages()), ByteBuffer.wrap(again.pages()));
            assertEquals(ByteBuffer.wrap(written.parameters()), ByteBuffer.wrap(again.parameters()));
            index.discard(loaded);
        }
        assertEquals(0, pool.bytesUsed());
    }

    @Test
    void aGenerationWithRoomTakesInsertsAgain() throws IOException {
        try (TableIndex index = filled(1000);
                TableIndex reopened = new TableIndex(pool)) {
            Written written = write(index);
            reopened.install(List.of(reopened.load(written.parameters(), written)));
            assertTrue(reopened.hasRoom());
            insert(reopened, 1000, 1100);
            assertHas(reopened, 0, 1100);
            assertEquals(1100, reopened.statistics().entries());
            Generation frozen = reopened.freezeNewest();
            assertEquals(1100, frozen.entries());
            assertThrows(IllegalStateException.class, frozen::parameters);
            assertFalse(reopened.hasRoom());
            assertNull(reopened.freezeNewest());
        }
    }

    @Test
    void aFullGenerationStaysAsItIs() throws IOException {
        try (TableIndex index = filled(0)) {
            int entries = 0;
            while (index.hasRoom()) {
                insert(index, entries, ++entries);
            }
            Written written = write(index);
            try (TableIndex reopened = new TableIndex(pool)) {
                Generation loaded = reopened.load(written.parameters(), written);
                reopened.install(List.of(loaded));
                assertFalse(reopened.hasRoom());
                assertTrue(reopened.needsNext());
                assertEquals(InsertResult.FULL, reopened.insert(1, IndexLayout.address(1, 8192)));
                assertThrows(IllegalStateException.class, () -> reopened.install(List.of()));
                prepare(reopened, TableIndex.GROWING);
                assertNull(reopened.publishNext(1), "it is written already");
                assertEquals(List.of(loaded), reopened.generations().subList(1, 2));
                insert(reopened, entries, entries + 500);
                assertHas(reopened, 0, entries + 500);
            }
        }
    }

    @Test
    void damageOfEveryPageIsFoundAndNamed() {
        System.out.println("varve.seed=" + SEED);
        Random random = new Random(SEED);
        try (TableIndex index = filled(ENTRIES)) {
            Written written = write(index);
            long used = pool.bytesUsed();
            int pages = written.pages().length / IndexLayout.PAGE_LENGTH;
            for (int page = 0; page < pages; page++) {
                byte[] bad = written.pages().clone();
                int bit = random.nextInt(IndexLayout.PAGE_LENGTH * 8);
                bad[page * IndexLayout.PAGE_LENGTH + (bit >> 3)] ^= (byte) (1 << (bit & 7));
                Written damaged = new Written(written.parameters(), bad);
                DamagedPageException e =
                        assertThrows(DamagedPageException.class, () -> index.load(damaged.parameters(), damaged));
                assertEquals(page, e.page());
                assertTrue(
                        e.getMessage().contains(e.expected()) && e.getMessage().contains(e.found()), e::getMessage);
                assertEquals(used, pool.bytesUsed());
            }
        }
    }

    @Test
    void aPageAtAnotherPlaceOrOfAnotherGenerationIsDamage() {
        try (TableIndex index = filled(1000);
                TableIndex other = filled(1001)) {
            Written written = write(index);
            Written stranger = write(other);
            byte[] swapped = written.pages().clone();
            System.arraycopy(written.pages(), 0, swapped, IndexLayout.PAGE_LENGTH, IndexLayout.PAGE_LENGTH);
            Written misplaced = new Written(written.parameters(), swapped);
            DamagedPageException e =
                    assertThrows(DamagedPageException.class, () -> index.load(misplaced.parameters(), misplaced));
            assertEquals(1, e.page());
            assertThrows(DamagedPageException.class, () -> index.load(written.parameters(), stranger));
        }
    }

    @Test
    void pagesCanBeCheckedWithoutLoading() throws IOException {
        try (TableIndex index = filled(1000)) {
            Written written = write(index);
            PageCheck check = new PageCheck(written.parameters());
            assertEquals(4, check.pageCount());
            assertEquals(1000, check.entries());
            check.check(0, ByteBuffer.wrap(written.pages()));
            ByteBuffer third = ByteBuffer.wrap(written.pages(), 2 * 4096, 4096);
            check.check(2, third);
            assertEquals(4096, third.remaining());
            written.pages()[3 * 4096 + 17]++;
            assertEquals(
                    3,
                    assertThrows(DamagedPageException.class, () -> check.check(0, ByteBuffer.wrap(written.pages())))
                            .page());
        }
    }

    @Test
    void aSourceThatFailsCostsNoMemory() {
        try (TableIndex index = filled(1000)) {
            Written written = write(index);
            long used = pool.bytesUsed();
            IOException failure = new IOException("no such device");
            IOException thrown = assertThrows(
                    IOException.class,
                    () -> index.load(written.parameters(), (page, target) -> {
                        throw failure;
                    }));
            assertSame(failure, thrown);
            assertEquals(used, pool.bytesUsed());
        }
    }

    @Test
    void aGenerationThatDoesNotFitSaysWhatItNeeds() {
        try (TableIndex index = filled(ENTRIES);
                TableIndex small = new TableIndex(new SlabPool(1 << 20))) {
            Written written = write(index);
            IndexBoundException e =
                    assertThrows(IndexBoundException.class, () -> small.load(written.parameters(), written));
            assertEquals(written.pages().length, e.bytesNeeded(), 16384);
            assertEquals(0, e.bytesUsed());
            assertEquals(1 << 20, e.bytesMax());
        }
    }

    @Test
    void theSourceIsAskedForWholePagesInOrderInPiecesOfAtMostOneMebibyte() throws IOException {
        try (TableIndex index = filled(ENTRIES)) {
            Written written = write(index);
            int[] next = {0};
            Generation loaded = index.load(written.parameters(), (page, target) -> {
                assertEquals(next[0], page);
                assertTrue(target.isDirect() && target.remaining() <= 1 << 20);
                assertEquals(0, target.remaining() % IndexLayout.PAGE_LENGTH);
                assertEquals(0, target.alignmentOffset(0, IndexLayout.PAGE_LENGTH));
                next[0] += target.remaining() / IndexLayout.PAGE_LENGTH;
                written.read(page, target);
            });
            assertEquals(loaded.pageCount(), next[0]);
            index.discard(loaded);
        }
    }

    @Test
    void aDroppedGenerationGivesNoMorePages() {
        try (TableIndex index = filled(1000)) {
            prepare(index, TableIndex.GROWING);
            Generation frozen = index.publishNext(1);
            ByteBuffer pages = ByteBuffer.allocate(3 * IndexLayout.PAGE_LENGTH + 1);
            assertThrows(IllegalStateException.class, () -> frozen.copyPages(0, pages));
            assertEquals(0, index.dropDead((lowest, highest) -> false), "not settled");
            index.settle(frozen);
            assertEquals(3, frozen.copyPages(0, pages));
            assertEquals(1, pages.remaining());
            assertEquals(1, frozen.copyPages(3, pages.clear()));
            assertEquals(0, frozen.copyPages(4, pages.clear()));
            assertEquals(1, index.dropDead((lowest, highest) -> false));
            assertEquals(-1, frozen.copyPages(0, pages.clear()));
        }
    }

    @Test
    void everyEntryIsFoundAfterARebuildByManyThreads() throws Exception {
        try (TableIndex index = new TableIndex(pool)) {
            int threads = 4;
            int each = 200_000;
            prepare(index, threads * each / 3);
            index.publishNext(1);
            List<Thread> all = new java.util.ArrayList<>();
            List<Throwable> failures = new java.util.concurrent.CopyOnWriteArrayList<>();
            for (int t = 0; t < threads; t++) {
                int from = t * each;
                Thread thread = new Thread(() -> rebuild(index, from, from + each));
                thread.setUncaughtExceptionHandler((where, failure) -> failures.add(failure));
                all.add(thread);
                thread.start();
            }
            for (Thread thread : all) {
                thread.join();
            }
            assertEquals(List.of(), failures);
            assertTrue(index.generations().size() > 1);
            assertEquals((long) threads * each, index.statistics().entries());
            assertHas(index, 0, threads * each);
        }
    }

    private static void rebuild(TableIndex index, int from, int to) {
        long[] hashes = new long[1000];
        long[] addresses = new long[1000];
        for (int key = from; key < to; key += 1000) {
            for (int i = 0; i < 1000; i++) {
                hashes[i] = TestTable.mix(key + i);
                addresses[i] = address(key + i);
            }
            int done = index.insertAll(hashes, addresses, 0, 1000);
            while (done < 1000) {
                synchronized (index) {
                    if (!index.hasRoom()) {
                        prepare(index, to);
                        index.publishNext(1);
                    }
                }
                done = index.insertAll(hashes, addresses, done, 1000);
            }
        }
    }

    private TableIndex filled(int entries) {
        TableIndex index = new TableIndex(pool);
        prepare(index, entries);
        index.publishNext(1);
        insert(index, 0, entries);
        return index;
    }

    private static void prepare(TableIndex index, long live) {
        Preparation state = Preparation.MORE;
        while (state == Preparation.MORE) {
            state = index.prepareStep(live);
        }
        assertEquals(Preparation.READY, state);
    }

    private static Written write(TableIndex index) {
        Generation frozen = index.freezeNewest();
        index.settle(frozen);
        return Written.of(frozen);
    }

    private static long address(int key) {
        return IndexLayout.address(1 + (key >>> 12), 8192 + (key & 0xfff) * 64L);
    }

    private static void insert(TableIndex index, int from, int to) {
        for (int key = from; key < to; key++) {
            assertEquals(InsertResult.INSERTED, index.insert(TestTable.mix(key), address(key)));
        }
    }

    private static void assertHas(TableIndex index, int from, int to) {
        for (int key = from; key < to; key++) {
            long expected = address(key);
            assertEquals(expected, index.lookUp(TestTable.mix(key), address -> address == expected));
        }
    }
}
