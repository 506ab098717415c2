package dev.varve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Home.class)
class FlushTest extends StoreTestBase {
    FlushTest(Home home) {
        super(home);
    }

    @Test
    void flushOfNothingIsDoneAtOnce() throws Exception {
        assertNull(table.flush().get(60, TimeUnit.SECONDS));
        assertNull(store.flush().get(60, TimeUnit.SECONDS));
        assertEquals(0, table.metrics().syncs());
    }

    @Test
    void flushOfFlushedSyncsNothing() {
        table.put(key(1), bytes("v"));
        table.flush().join();
        long syncs = store.metrics().syncs();
        assertTrue(syncs > 0);
        table.flush().join();
        store.flush().join();
        assertEquals(syncs, store.metrics().syncs());
    }

    @Test
    void manyFlushesOutstanding() {
        List<CompletableFuture<Void>> flushes = new ArrayList<>();
        for (int i = 0; i < 1_024; i++) {
            table.put(key(i), value(i, 100));
            flushes.add(table.flush());
        }
        CompletableFuture.allOf(flushes.toArray(new CompletableFuture<?>[0])).join();
        assertTrue(store.metrics().syncs() < 1_024, "flushes share syncs");
        assertEquals(1_024, table.metrics().flushes());
    }

    @Test
    void storesFlushCoversAllTables() {
        List<Table> tables = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Table made = store.table("t" + i, tableOptions());
            made.put(key(i), bytes("v"));
            tables.add(made);
        }
        store.flush().join();
        long syncs = store.metrics().syncs();
        tables.forEach(made -> made.flush().join());
        assertEquals(syncs, store.metrics().syncs());
    }

    @Test
    void stagesRunOnNeitherTheCallersNorAnIoThread() {
        ConcurrentLinkedQueue<String> threads = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Void>> stages = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            table.put(key(i), value(i, 100_000));
            stages.add(table.flush()
                    .thenRun(() -> threads.add(Thread.currentThread().getName())));
        }
        CompletableFuture.allOf(stages.toArray(new CompletableFuture<?>[0])).join();
        // A stage added to a flush that is done already runs right here.
        String here = Thread.currentThread().getName();
        assertTrue(
                threads.stream().allMatch(name -> name.equals("varve-callbacks") || name.equals(here)),
                threads::toString);
        assertEquals(100, threads.size());
    }

    @Test
    void callbackMayUseTheStore() {
        table.put(key(1), bytes("v"));
        CompletableFuture<byte[]> stage = table.flush()
                .thenRun(() -> {
                    table.put(key(2), bytes("w"), PutOptions.DURABLE);
                    table.flush().join();
                })
                .thenApply(nothing -> table.get(key(2)));
        assertEquals("w", new String(stage.join()));
    }

    @Test
    void durablePut() {
        long flushes = table.metrics().flushes();
        assertTrue(table.put(key(1), bytes("v"), PutOptions.DURABLE));
        assertEquals(flushes + 1, table.metrics().flushes());
        long syncs = store.metrics().syncs();
        assertTrue(syncs > 0);
        assertFalse(table.put(key(1), bytes("w"), PutOptions.DURABLE));
        table.flush().join();
        assertEquals(syncs, store.metrics().syncs(), "nothing was left to sync");
    }

    @Test
    void durablePutOfATakenKeyMakesThatDurable() {
        table.put(key(1), bytes("v"));
        assertFalse(table.put(key(1), bytes("w"), PutOptions.DURABLE));
        long syncs = store.metrics().syncs();
        assertTrue(syncs > 0);
        table.flush().join();
        assertEquals(syncs, store.metrics().syncs());
    }

    @Test
    void durableBatch() {
        Batch batch = new Batch();
        for (int i = 0; i < 32; i++) {
            batch.add(key(i), value(i, 1_000));
        }
        assertEquals(32, table.put(batch, PutOptions.DURABLE));
        long syncs = store.metrics().syncs();
        assertTrue(syncs > 0);
        table.flush().join();
        assertEquals(syncs, store.metrics().syncs());
        assertEquals(0, table.put(batch));
    }

    @ParameterizedTest
    @EnumSource(SyncMode.class)
    void everySyncMode(SyncMode mode) {
        Table made = store.table(
                "modes",
                TableOptions.builder().syncMode(mode).segmentBytes(1 << 20).build());
        long before = store.metrics().syncs();
        for (int i = 0; i < 10; i++) {
            assertTrue(made.put(key(i), value(i, 1_000)));
        }
        long afterPuts = store.metrics().syncs();
        made.flush().join();
        long afterFlush = store.metrics().syncs();
        switch (mode) {
            case EVERY_WRITE -> {
                assertTrue(afterPuts > before);
                assertEquals(afterPuts, afterFlush);
            }
            case ON_FLUSH -> assertTrue(afterFlush > before);
            case NEVER -> {
                made.put(key(50), bytes("v"), PutOptions.DURABLE);
                assertEquals(10 + 1, made.keyCount());
            }
            default -> throw new AssertionError(mode);
        }
        for (int i = 0; i < 10; i++) {
            assertEquals(1_000, made.valueLength(key(i)));
        }
    }

    @ParameterizedTest
    @EnumSource(IoMode.class)
    void everyIoMode(IoMode mode) {
        table = store.table(
                "modes",
                TableOptions.builder().ioMode(mode).segmentBytes(1 << 20).build());
        for (int i = 0; i < 100; i++) {
            table.put(key(i), value(i, i * 700));
        }
        table.flush().join();
        table.roll();
        table.flush().join();
        for (int i = 0; i < 100; i++) {
            assertHolds(key(i), value(i, i * 700));
        }
    }

    @Test
    void backPressureIsCounted() {
        store.close();
        // Waits are measured by the store's clock, so it has to go by itself.
        store = home.open(home.options(directory).writeBufferBytes(4 << 20).build());
        table = store.table("table", tableOptions());
        byte[] value = value(1, 200_000);
        int puts = 0;
        while (store.metrics().putWaits() == 0 && puts < 20_000) {
            table.put(key(puts++), value);
        }
        StoreMetrics metrics = store.metrics();
        assertTrue(metrics.putWaits() > 0, "nobody ever waited");
        assertTrue(metrics.putWaitTime().compareTo(Duration.ZERO) > 0);
        assertTrue(metrics.get(Metric.BUFFER_BYTES_IN_USE) <= 4 << 20);
        assertEquals(puts, table.keyCount());
    }

    @Test
    void waitingPutThatIsInterruptedStoresNothing() {
        byte[] value = value(1, 4 << 20);
        Thread.currentThread().interrupt();
        int stored = 0;
        for (int i = 0; i < 50; i++) {
            try {
                table.put(key(i), value);
                stored++;
            } catch (PutInterruptedException e) {
                assertTrue(Thread.currentThread().isInterrupted());
                assertNull(table.get(key(i)));
            }
        }
        assertTrue(Thread.interrupted());
        assertEquals(stored, table.keyCount());
    }
}
