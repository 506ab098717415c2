package dev.varve.internal;

import static dev.varve.internal.StoreRig.key;
import static dev.varve.internal.StoreRig.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.Cursor;
import dev.varve.CursorIdleException;
import dev.varve.CursorOptions;
import dev.varve.PutOptions;
import dev.varve.Table;
import dev.varve.TableOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CursorTest {
    private final StoreRig rig = new StoreRig().with(options -> options.lanesPerDrive(1));
    private final Table table =
            rig.open().table("t", TableOptions.ttl(Duration.ofHours(1)).build());

    @AfterEach
    void close() {
        rig.close();
    }

    private static List<String> keys(Cursor cursor) {
        List<String> keys = new ArrayList<>();
        while (cursor.next()) {
            keys.add(new String(cursor.key(), StandardCharsets.UTF_8));
        }
        return keys;
    }

    private static List<String> names(int from, int to) {
        List<String> names = new ArrayList<>();
        for (int i = from; i < to; i++) {
            names.add("key-" + i);
        }
        return names;
    }

    @Test
    void walksInAppendOrderOverSealedAndActiveSegments() {
        for (int i = 0; i < 3000; i++) {
            table.put(key(i), value(i, i % 700));
            if (i % 800 == 799) {
                table.roll();
            }
            if (i % 500 == 0) {
                table.flush().join();
            }
        }
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            for (int i = 0; i < 3000; i++) {
                assertTrue(cursor.next());
                assertArrayEquals(key(i), cursor.key());
                assertEquals(java.nio.ByteBuffer.wrap(key(i)), cursor.keyView());
                assertEquals(i % 700, cursor.valueLength());
                assertArrayEquals(value(i, i % 700), cursor.value());
                assertEquals(java.nio.ByteBuffer.wrap(value(i, i % 700)), cursor.valueView());
            }
            assertFalse(cursor.next());
            assertFalse(cursor.next());
        }
        try (Cursor cursor = rig.crash().table("t").cursor(CursorOptions.KEYS_ONLY)) {
            List<String> seen = keys(cursor);
            assertEquals(names(0, seen.size()), seen);
            assertTrue(seen.size() >= 2501);
        }
    }

    @Test
    void showsLargeValuesToo() {
        int[] lengths = {10, 3 << 20, 20, 1_500_000, 100_000, 0};
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < lengths.length; i++) {
            table.put(key(i), value(i, lengths[i]));
        }
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            while (cursor.next()) {
                int number = Integer.parseInt(new String(cursor.key(), StandardCharsets.UTF_8).substring(4));
                assertArrayEquals(value(number, lengths[number]), cursor.value());
                seen.add(number);
            }
        }
        assertEquals(lengths.length, seen.size());
    }

    @Test
    void showsWhatWasThereWhenItWasOpened() {
        table.put(key(0), value(0, 10));
        try (Cursor cursor = table.cursor(CursorOptions.KEYS_ONLY)) {
            table.put(key(1), value(1, 10));
            assertEquals(List.of("key-0"), keys(cursor));
        }
    }

    @Test
    void beginsAtATime() {
        Instant middle = null;
        for (int i = 0; i < 100; i++) {
            if (i == 50) {
                middle = rig.store().now();
            }
            table.put(key(i), value(i, 10));
            if (i % 30 == 29) {
                table.roll();
            }
            rig.advance(Duration.ofSeconds(1));
        }
        CursorOptions from =
                CursorOptions.builder().fromTime(middle).keysOnly(true).build();
        try (Cursor cursor = table.cursor(from)) {
            assertTrue(cursor.next());
            assertEquals(middle, cursor.appendTime());
            assertEquals(Optional.of(middle.plus(Duration.ofHours(1))), cursor.expiryTime());
            assertEquals(names(51, 100), keys(cursor));
        }
    }

    @Test
    void passesOverWhatHasExpired() {
        table.put(
                key(0),
                value(0, 10),
                PutOptions.builder().ttl(Duration.ofSeconds(5)).build());
        table.put(key(1), value(1, 10));
        rig.advance(Duration.ofSeconds(5));
        try (Cursor cursor = table.cursor(CursorOptions.KEYS_ONLY)) {
            assertEquals(List.of("key-1"), keys(cursor));
        }
        assertEquals(1, table.countLive());
        Table forever = rig.store().table("forever", TableOptions.defaults());
        forever.put(key(1), value(1, 1));
        try (Cursor cursor = forever.cursor(CursorOptions.KEYS_ONLY)) {
            assertTrue(cursor.next());
            assertEquals(Optional.empty(), cursor.expiryTime());
        }
    }

    @Test
    void segmentsThatExpireUnderItAreLeftOut() {
        for (int i = 0; i < 100; i++) {
            table.put(key(i), value(i, 10));
            if (i % 10 == 9) {
                table.roll();
                rig.advance(Duration.ofMinutes(1));
            }
        }
        table.flush().join();
        try (Cursor cursor = table.cursor(CursorOptions.KEYS_ONLY)) {
            assertTrue(cursor.next());
            rig.advance(Duration.ofMinutes(51).plusSeconds(30));
            rig.store().expireNow();
            // Its lease went too, as it was idle.
            assertThrows(CursorIdleException.class, cursor::next);
        }
        try (Cursor cursor = table.cursor(CursorOptions.KEYS_ONLY)) {
            List<String> left = keys(cursor);
            assertEquals(names(100 - left.size(), 100), left);
            assertTrue(left.size() < 100 && !left.isEmpty());
        }
    }

    @Test
    void usedWrongly() {
        table.put(key(1), value(1, 1));
        Cursor cursor = table.cursor(CursorOptions.KEYS_ONLY);
        assertThrows(IllegalStateException.class, cursor::key);
        assertTrue(cursor.next());
        assertThrows(IllegalStateException.class, cursor::value);
        assertTrue(cursor.keyView().isReadOnly());
        assertFalse(cursor.next());
        assertThrows(IllegalStateException.class, cursor::key);
        cursor.close();
        cursor.close();
        assertThrows(IllegalStateException.class, cursor::next);
    }

    @Test
    void endsWithTheStore() {
        table.put(key(1), value(1, 1));
        table.put(key(2), value(2, 1));
        Cursor cursor = table.cursor(CursorOptions.DEFAULTS);
        assertTrue(cursor.next());
        rig.store().close();
        assertThrows(IllegalStateException.class, cursor::next);
        assertThrows(IllegalStateException.class, cursor::key);
        cursor.close();
    }
}
