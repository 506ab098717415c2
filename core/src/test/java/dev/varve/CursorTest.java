package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Home.class)
class CursorTest extends StoreTestBase {
    CursorTest(Home home) {
        super(home);
    }

    @Override
    StoreOptions.Builder options() {
        // One lane, so that the order of putting is that of the cursor.
        return (home == Home.DISK ? StoreOptions.at(directory.resolve("a")) : StoreOptions.inMemory())
                .writeBufferBytes(16 << 20)
                .freeSpaceMin(0)
                .lanesPerDrive(1)
                .clock(clock);
    }

    private List<String> keys(CursorOptions options) {
        List<String> keys = new ArrayList<>();
        try (Cursor cursor = table.cursor(options)) {
            while (cursor.next()) {
                keys.add(new String(cursor.key(), StandardCharsets.UTF_8));
            }
        }
        return keys;
    }

    private static List<String> names(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "key " + i).toList();
    }

    @Test
    void emptyTable() {
        assertEquals(List.of(), keys(CursorOptions.DEFAULTS));
        assertEquals(List.of(), keys(CursorOptions.KEYS_ONLY));
    }

    @Test
    void everyValueOnceWithAllThereIsToIt() {
        Map<String, Integer> left = new HashMap<>();
        for (int i = 0; i < 500; i++) {
            table.put(key(i), value(i, i * 50));
            left.put("key " + i, i);
            clock.advance(Duration.ofMillis(7));
            if (i % 100 == 99) {
                table.roll();
            }
        }
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            while (cursor.next()) {
                String key = new String(cursor.key(), StandardCharsets.UTF_8);
                int i = left.remove(key);
                assertArrayEquals(value(i, i * 50), cursor.value());
                assertEquals(ByteBuffer.wrap(cursor.key()), cursor.keyView());
                assertEquals(ByteBuffer.wrap(cursor.value()), cursor.valueView());
                assertEquals(i * 50L, cursor.valueLength());
                assertEquals(Instant.ofEpochMilli(ManualClock.START_MILLIS + i * 7L), cursor.appendTime());
                assertEquals(Optional.empty(), cursor.expiryTime());
                assertThrows(
                        ReadOnlyBufferException.class, () -> cursor.keyView().put((byte) 1));
            }
            assertFalse(cursor.next());
            assertThrows(IllegalStateException.class, cursor::key);
        }
        assertEquals(Map.of(), left);
    }

    @Test
    void orderIsThatOfPuttingWithinALane() {
        for (int i = 0; i < 300; i++) {
            table.put(key(i), value(i, 100));
        }
        assertEquals(names(0, 300), keys(CursorOptions.DEFAULTS));
        assertEquals(names(0, 300), keys(CursorOptions.KEYS_ONLY));
        table.flush().join();
        table.roll();
        assertEquals(names(0, 300), keys(CursorOptions.KEYS_ONLY));
    }

    @Test
    void olderSegmentsComeFirst() {
        for (int i = 0; i < 10; i++) {
            table.put(key(i), value(i, 10));
            table.roll();
            table.flush().join();
        }
        assertEquals(names(0, 10), keys(CursorOptions.DEFAULTS));
    }

    @Test
    void fromATimeOn() {
        List<Instant> times = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            times.add(store.now());
            table.put(key(i), value(i, 10));
            clock.advance(Duration.ofSeconds(1));
            if (i % 30 == 29) {
                table.roll();
            }
        }
        for (int i : new int[] {0, 1, 29, 30, 31, 77, 99}) {
            CursorOptions from = CursorOptions.builder().fromTime(times.get(i)).build();
            assertEquals(names(i, 100), keys(from));
            CursorOptions justAfter = CursorOptions.builder()
                    .fromTime(times.get(i).plusMillis(1))
                    .keysOnly(true)
                    .build();
            assertEquals(names(i + 1, 100), keys(justAfter));
        }
        assertEquals(
                List.of(), keys(CursorOptions.builder().fromTime(Instant.MAX).build()));
    }

    @Test
    void keysOnlyHasNoValues() {
        table.put(key(1), value(1, 1_000));
        try (Cursor cursor = table.cursor(CursorOptions.KEYS_ONLY)) {
            assertTrue(cursor.next());
            assertArrayEquals(key(1), cursor.key());
            assertEquals(1_000, cursor.valueLength());
            assertThrows(IllegalStateException.class, cursor::value);
            assertThrows(IllegalStateException.class, cursor::valueView);
        }
    }

    @Test
    void accessorsNeedAPosition() {
        table.put(key(1), value(1, 10));
        Cursor cursor = table.cursor(CursorOptions.DEFAULTS);
        assertNoPosition(cursor);
        assertTrue(cursor.next());
        assertFalse(cursor.next());
        assertNoPosition(cursor);
        cursor.close();
        cursor.close();
        assertNoPosition(cursor);
        assertThrows(IllegalStateException.class, cursor::next);
    }

    private static void assertNoPosition(Cursor cursor) {
        assertThrows(IllegalStateException.class, cursor::key);
        assertThrows(IllegalStateException.class, cursor::keyView);
        assertThrows(IllegalStateException.class, cursor::value);
        assertThrows(IllegalStateException.class, cursor::valueView);
        assertThrows(IllegalStateException.class, cursor::valueLength);
        assertThrows(IllegalStateException.class, cursor::appendTime);
        assertThrows(IllegalStateException.class, cursor::expiryTime);
    }

    @Test
    void laterPutsAreNotShown() {
        table.put(key(0), value(0, 10));
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            table.put(key(1), value(1, 10));
            assertTrue(cursor.next());
            table.put(key(2), value(2, 10));
            table.roll();
            table.put(key(3), value(3, 10));
            assertFalse(cursor.next());
        }
        assertEquals(4, keys(CursorOptions.DEFAULTS).size());
    }

    @Test
    void readsWhatIsWrittenWhileItWalks() {
        for (int i = 0; i < 100; i++) {
            table.put(key(i), value(i, 30_000));
        }
        int seen = 0;
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                int i = Integer.parseInt(new String(key, StandardCharsets.UTF_8).substring(4));
                assertArrayEquals(value(i, 30_000), cursor.value());
                table.put(key(1_000 + seen), value(seen, 30_000));
                seen++;
            }
        }
        assertEquals(100, seen);
    }

    @Test
    void expiredValuesArePassedOver() {
        PutOptions brief = PutOptions.builder().ttl(Duration.ofSeconds(5)).build();
        for (int i = 0; i < 10; i++) {
            table.put(key(i), value(i, 10), i % 2 == 0 ? brief : PutOptions.DEFAULTS);
        }
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            assertTrue(cursor.next());
            assertEquals(Optional.of(store.now().plusSeconds(5)), cursor.expiryTime());
            assertTrue(cursor.next());
            assertEquals(Optional.empty(), cursor.expiryTime());
        }
        clock.advance(Duration.ofSeconds(5));
        assertEquals(List.of("key 1", "key 3", "key 5", "key 7", "key 9"), keys(CursorOptions.DEFAULTS));
        assertEquals(5, table.countLive());
    }

    @Test
    void segmentThatExpiresMeanwhileIsPassedOver() {
        table.ttl(Duration.ofSeconds(100));
        for (int i = 0; i < 3; i++) {
            table.put(key(i), value(i, 10));
            table.roll();
            table.flush().join();
            clock.advance(Duration.ofSeconds(30));
        }
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            assertTrue(cursor.next());
            assertArrayEquals(key(0), cursor.key());
            clock.advance(Duration.ofSeconds(20));
            store.expireNow();
            assertArrayEquals(value(0, 10), cursor.value(), "the value it stands on stays");
            assertTrue(cursor.next());
            assertArrayEquals(key(1), cursor.key());
            clock.advance(Duration.ofSeconds(60));
            store.expireNow();
            assertFalse(cursor.next());
        }
    }

    @Test
    void idleCursorLetsGoOfItsSegment() {
        table.ttl(Duration.ofSeconds(100));
        table.put(key(0), value(0, 10));
        table.put(key(1), value(1, 10));
        table.roll();
        table.flush().join();
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            assertTrue(cursor.next());
            clock.advance(Duration.ofSeconds(60).plusMillis(1));
            store.expireNow();
            assertThrows(CursorIdleException.class, cursor::next);
            clock.advance(Duration.ofSeconds(100));
            store.expireNow();
            store.expireNow();
            assertEquals(0, store.metrics().get(Metric.DISK_LEASED));
        }
    }

    @Test
    void keyPutAgainAfterItsExpiryIsShownOnce() {
        PutOptions brief = PutOptions.builder().ttl(Duration.ofSeconds(5)).build();
        table.put(key(0), bytes("old"), brief);
        clock.advance(Duration.ofSeconds(5));
        assertTrue(table.put(key(0), bytes("new")));
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            assertTrue(cursor.next());
            assertArrayEquals(bytes("new"), cursor.value());
            assertFalse(cursor.next());
        }
    }

    @Test
    void ofTwoLiveValuesOfAKeyTheNewerIsShown() {
        table.ttl(Duration.ofSeconds(10));
        table.put(key(0), bytes("old"));
        table.put(key(1), bytes("alone"));
        clock.advance(Duration.ofSeconds(10));
        assertTrue(table.put(key(0), bytes("new")));
        table.ttl(Duration.ofSeconds(1_000));
        for (int i = 0; i < 2; i++) {
            List<String> values = new ArrayList<>();
            try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
                while (cursor.next()) {
                    values.add(new String(cursor.value(), StandardCharsets.UTF_8));
                }
            }
            assertEquals(List.of("alone", "new"), values);
            assertEquals(2, table.countLive());
            assertEquals(List.of("key 1", "key 0"), keys(CursorOptions.KEYS_ONLY));
            assertHolds(key(0), bytes("new"));
            table.roll();
            table.flush().join();
        }
    }

    @Test
    void manyCursorsAtOnce() {
        for (int i = 0; i < 50; i++) {
            table.put(key(i), value(i, 10));
        }
        List<Cursor> cursors = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            cursors.add(table.cursor(CursorOptions.DEFAULTS));
        }
        for (int i = 0; i < 50; i++) {
            for (Cursor cursor : cursors) {
                assertTrue(cursor.next());
                assertArrayEquals(key(i), cursor.key());
            }
        }
        for (Cursor cursor : cursors) {
            assertFalse(cursor.next());
            cursor.close();
        }
    }
}
