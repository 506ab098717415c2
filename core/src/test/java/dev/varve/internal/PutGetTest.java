package dev.varve.internal;

import static dev.varve.internal.StoreRig.direct;
import static dev.varve.internal.StoreRig.key;
import static dev.varve.internal.StoreRig.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.Batch;
import dev.varve.Metric;
import dev.varve.PutOptions;
import dev.varve.Store;
import dev.varve.StoreOptions;
import dev.varve.SyncMode;
import dev.varve.Table;
import dev.varve.TableOptions;
import dev.varve.TargetTooSmallException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PutGetTest {
    private final StoreRig rig = new StoreRig();
    private final Table table = rig.open().table("t", TableOptions.defaults());

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void whatWasPutIsThereAtOnceAndAfterFlushAndAfterReopening() {
        assertTrue(table.put(key(1), value(1, 100)));
        assertArrayEquals(value(1, 100), table.get(key(1)));
        table.flush().join();
        assertArrayEquals(value(1, 100), table.get(key(1)));
        Table again = rig.reopen().table("t");
        assertArrayEquals(value(1, 100), again.get(key(1)));
        assertNull(again.get(key(2)));
        assertEquals(1, again.keyCount());
    }

    @Test
    void aValueIsWrittenOnce() {
        assertTrue(table.put(key(1), value(1, 10)));
        assertFalse(table.put(key(1), value(2, 20)));
        assertArrayEquals(value(1, 10), table.get(key(1)));
        Table again = rig.reopen().table("t");
        assertFalse(again.put(key(1), value(2, 20)));
        assertArrayEquals(value(1, 10), again.get(key(1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 1023, 1024, 1025, 65_535, 65_536, 70_000, 131_072, 300_000, 1_500_000})
    void valuesOfEveryLengthComeBack(int length) {
        byte[] expected = value(length, length);
        assertTrue(table.put(key(length), expected));
        table.put(key(-1), value(-1, 33));
        check(table, length, expected);
        table.flush().join();
        check(table, length, expected);
        check(rig.reopen().table("t"), length, expected);
    }

    private static void check(Table table, int number, byte[] expected) {
        byte[] key = key(number);
        assertArrayEquals(expected, table.get(key));
        assertArrayEquals(expected, table.get(direct(key)));
        assertTrue(table.contains(key));
        assertEquals(expected.length, table.valueLength(direct(key)));
        for (ByteBuffer target : new ByteBuffer[] {
            ByteBuffer.allocate(expected.length + 10), ByteBuffer.allocateDirect(expected.length + 10)
        }) {
            target.position(3);
            assertEquals(expected.length, table.get(key, target));
            assertEquals(3 + expected.length, target.position());
            assertEquals(target.capacity(), target.limit());
            byte[] got = new byte[expected.length];
            target.get(3, got);
            assertArrayEquals(expected, got);
        }
        byte[] seen = table.read(key, buffer -> {
            assertTrue(buffer.isReadOnly());
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        });
        assertArrayEquals(expected, seen);
        assertEquals(expected.length, table.readLong(key, ByteBuffer::remaining, -1));
        part(table, key, expected);
    }

    private static void part(Table table, byte[] key, byte[] expected) {
        int from = expected.length / 3;
        ByteBuffer target = ByteBuffer.allocate(expected.length / 2 + 1);
        int wanted = Math.min(target.remaining(), expected.length - from);
        assertEquals(wanted, table.getPart(key, from, target));
        assertArrayEquals(Arrays.copyOfRange(expected, from, from + wanted), Arrays.copyOf(target.array(), wanted));
        assertEquals(0, table.getPart(key, expected.length, ByteBuffer.allocate(5)));
        assertEquals(0, table.getPart(key, Long.MAX_VALUE, ByteBuffer.allocate(5)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 127, 128, 255, 256, 1024, 1025, 32_767, 32_768, 65_535, 65_536, 200_000, 1 << 20})
    void keysOfEveryLengthComeBack(int length) {
        byte[] key = value(length, length);
        byte[] other = key.clone();
        other[length - 1]++;
        assertTrue(table.put(direct(key), ByteBuffer.wrap(value(1, 50))));
        assertTrue(table.put(other, value(2, 60)));
        table.flush().join();
        assertArrayEquals(value(1, 50), table.get(key));
        assertArrayEquals(value(2, 60), table.get(direct(other)));
        assertFalse(table.put(key, value(3, 5)));
        Table again = rig.reopen().table("t");
        assertArrayEquals(value(1, 50), again.get(key));
        assertArrayEquals(value(2, 60), again.get(other));
    }

    @Test
    void buffersKeepTheirPositions() {
        ByteBuffer key = ByteBuffer.allocate(20).put(5, key(1)).position(5).limit(5 + key(1).length);
        ByteBuffer value = ByteBuffer.allocateDirect(5000).position(100).limit(4100);
        assertTrue(table.put(key, value));
        assertEquals(5, key.position());
        assertEquals(100, value.position());
        assertEquals(4100, value.limit());
        assertArrayEquals(new byte[4000], table.get(key(1)));
    }

    @Test
    void aTargetThatIsTooSmallStaysAsItWas() {
        table.put(key(1), value(1, 100));
        ByteBuffer target = ByteBuffer.allocate(99);
        TargetTooSmallException e = assertThrows(TargetTooSmallException.class, () -> table.get(key(1), target));
        assertEquals(100, e.needed());
        assertEquals(0, target.position());
        assertArrayEquals(new byte[99], target.array());
    }

    @Test
    void limitsAreNamed() {
        assertThrows(IllegalArgumentException.class, () -> table.put(new byte[0], new byte[1]));
        assertThrows(IllegalArgumentException.class, () -> table.get(new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> table.put(new byte[1 << 24], new byte[1]));
        assertThrows(IllegalArgumentException.class, () -> table.getPart(key(1), -1, ByteBuffer.allocate(1)));
        assertThrows(IllegalArgumentException.class, () -> table.putStream(key(1), -1, PutOptions.DEFAULTS));
        assertThrows(IllegalArgumentException.class, () -> table.putStream(key(1), 1L << 32, PutOptions.DEFAULTS));
        assertThrows(NullPointerException.class, () -> table.put((byte[]) null, new byte[1]));
        assertThrows(NullPointerException.class, () -> table.put(new byte[1], (byte[]) null));
        assertEquals(0, table.keyCount());
    }

    @Test
    void aValueLargerThanAQuarterOfTheBuffersHasASegmentOfItsOwn() {
        byte[] large = value(1, 5 << 20);
        assertTrue(table.put(key(1), large));
        assertFalse(table.put(key(1), large));
        assertTrue(table.put(key(2), value(2, 10)));
        check(table, 1, large);
        assertEquals(2, table.keyCount());
        Table again = rig.reopen().table("t");
        check(again, 1, large);
        assertArrayEquals(value(2, 10), again.get(key(2)));
        assertEquals(2, again.keyCount());
    }

    @Test
    void aReaderMayCallTheStore() {
        table.put(key(1), value(1, 10));
        table.put(key(2), value(2, 20));
        int sum = table.read(key(1), first -> first.remaining() + table.read(key(2), ByteBuffer::remaining));
        assertEquals(30, sum);
        assertNull(table.read(key(3), ByteBuffer::remaining));
        assertEquals(-7, table.readLong(key(3), ByteBuffer::remaining, -7));
    }

    @Test
    void getIfInMemoryNeverTouchesTheDrive() {
        table.put(key(1), value(1, 100));
        assertArrayEquals(value(1, 100), table.getIfInMemory(key(1)));
        ByteBuffer target = ByteBuffer.allocate(100);
        assertEquals(100, table.getIfInMemory(ByteBuffer.wrap(key(1)), target));
        assertArrayEquals(value(1, 100), target.array());
        assertNull(table.getIfInMemory(key(2)));
        Table again = rig.reopen().table("t");
        assertNull(again.getIfInMemory(key(1)));
        assertEquals(-1, again.getIfInMemory(ByteBuffer.wrap(key(1)), ByteBuffer.allocate(100)));
        assertArrayEquals(value(1, 100), again.get(key(1)));
    }

    @Test
    void aBatchTellsWhatBecameOfEachPair() {
        table.put(key(2), value(2, 5));
        Batch batch = new Batch();
        for (int i = 1; i <= 3; i++) {
            batch.add(key(i), value(i, 10 * i));
        }
        assertEquals(2, table.put(batch, PutOptions.DURABLE));
        assertTrue(batch.stored(0));
        assertFalse(batch.stored(1));
        assertTrue(batch.stored(2));
        assertArrayEquals(value(3, 30), rig.crash().table("t").get(key(3)));
    }

    @Test
    void durablePutsSurviveACrash() {
        assertTrue(table.put(key(1), value(1, 100), PutOptions.DURABLE));
        assertFalse(table.put(key(1), value(1, 100), PutOptions.DURABLE));
        Table again = rig.crash().table("t");
        assertArrayEquals(value(1, 100), again.get(key(1)));
        Table every = rig.store()
                .table(
                        "every",
                        TableOptions.builder().syncMode(SyncMode.EVERY_WRITE).build());
        every.put(key(2), value(2, 100));
        assertArrayEquals(value(2, 100), rig.crash().table("every").get(key(2)));
    }

    @Test
    void aPutThatLosesWaitsForTheOneItLostTo() {
        table.put(key(1), value(1, 100));
        assertFalse(table.put(key(1), value(2, 100), PutOptions.DURABLE));
        assertArrayEquals(value(1, 100), rig.crash().table("t").get(key(1)));
    }

    @Test
    void countsAndSizesAreExact() {
        for (int i = 0; i < 1000; i++) {
            table.put(key(i), value(i, i % 300));
        }
        long bytes = 0;
        for (int i = 0; i < 1000; i++) {
            bytes += key(i).length + i % 300;
        }
        assertEquals(1000, table.keyCount());
        assertEquals(bytes, table.size());
        assertEquals(1000, table.countLive());
        Store again = rig.reopen();
        assertEquals(1000, again.table("t").keyCount());
        assertEquals(bytes, again.size());
        assertEquals(1000, again.table("t").countLive());
    }

    @Test
    void metricsCountWhatWasDone() {
        table.put(key(1), value(1, 100));
        table.put(key(1), value(1, 100));
        table.get(key(1));
        table.get(key(2));
        table.flush().join();
        assertEquals(1, table.metrics().puts());
        assertEquals(1, table.metrics().get(Metric.PUTS_REFUSED));
        assertEquals(1, table.metrics().hits());
        assertEquals(1, table.metrics().misses());
        assertEquals(2, table.metrics().gets());
        assertEquals(1, table.metrics().flushes());
        assertEquals(1, table.metrics().get(Metric.SEGMENTS_ACTIVE));
        assertEquals(100, table.metrics().get(Metric.BYTES_GOT));
        assertEquals(1, rig.store().metrics().puts());
        assertTrue(table.metrics().syncs() > 0);
    }

    @Test
    void tablesAreSeparateAndListed() {
        Table other = rig.store().table("other", TableOptions.defaults());
        table.put(key(1), value(1, 10));
        assertNull(other.get(key(1)));
        assertTrue(other.put(key(1), value(2, 20)));
        assertEquals(java.util.List.of("other", "t"), rig.store().tableNames());
        assertEquals(other, rig.store().table("other"));
        assertThrows(IllegalArgumentException.class, () -> rig.store().table("none"));
        assertThrows(IllegalArgumentException.class, () -> rig.store().table("no/good", TableOptions.defaults()));
        Store again = rig.reopen();
        assertArrayEquals(value(2, 20), again.table("other").get(key(1)));
        assertEquals(2, again.keyCount());
    }

    @Test
    void manySmallValuesGrowTheIndexThroughSeveralGenerations() {
        int count = 60_000;
        for (int i = 0; i < count; i++) {
            assertTrue(table.put(key(i), value(i, 20)), () -> "at a new key");
        }
        for (int i = 0; i < count; i += 7) {
            assertFalse(table.put(key(i), value(i, 20)));
            assertArrayEquals(value(i, 20), table.get(key(i)));
        }
        assertTrue(table.metrics().get(Metric.INDEX_GENERATIONS) > 1);
        Table again = rig.reopen().table("t");
        for (int i = 0; i < count; i++) {
            assertArrayEquals(value(i, 20), again.get(key(i)));
        }
        assertNull(again.get(key(count)));
        assertEquals(count, again.keyCount());
    }

    @Test
    void aStoreInMemoryForgetsAtClose() {
        AtomicReference<Table> kept = new AtomicReference<>();
        try (Store memory = Store.inMemory()) {
            Table inMemory = memory.table("t", TableOptions.defaults());
            inMemory.put(key(1), value(1, 10));
            inMemory.flush().join();
            assertArrayEquals(value(1, 10), inMemory.get(key(1)));
            kept.set(inMemory);
        }
        assertThrows(IllegalStateException.class, () -> kept.get().get(key(1)));
        try (Store memory = Store.inMemory(StoreOptions.inMemory().build())) {
            assertEquals(java.util.List.of(), memory.tableNames());
        }
    }
}
