package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The limits that take gigabytes or minutes to reach. */
@Tag("slow")
@Timeout(1_200)
class LargestTest extends StoreTestBase {
    private static final int PIECE = 1 << 20;

    LargestTest() {
        super(Home.DISK);
    }

    private static byte[] piece(long number) {
        byte[] piece = new byte[PIECE];
        ByteBuffer buffer = ByteBuffer.wrap(piece);
        for (int i = 0; i < PIECE; i += 8) {
            buffer.putLong(i, number * 0x9E37_79B9_7F4A_7C15L + i);
        }
        return piece;
    }

    private void put(byte[] key, long length) throws IOException {
        PutStream out = table.putStream(key, length, PutOptions.DURABLE);
        for (long at = 0; at < length; at += PIECE) {
            out.write(piece(at / PIECE), 0, (int) Math.min(PIECE, length - at));
        }
        out.close();
        assertTrue(out.stored());
    }

    private void assertWhole(byte[] key, long length) throws IOException {
        assertEquals(length, table.valueLength(key));
        byte[] piece = new byte[PIECE];
        try (InputStream in = table.getStream(key)) {
            for (long at = 0; at < length; at += PIECE) {
                int expected = (int) Math.min(PIECE, length - at);
                assertEquals(expected, in.readNBytes(piece, 0, expected));
                assertTrue(Arrays.equals(piece, 0, expected, piece(at / PIECE), 0, expected), "piece at " + at);
            }
            assertEquals(-1, in.read());
        }
        for (long at : List.of(0L, length / 2 / PIECE * PIECE, (length - 1) / PIECE * PIECE)) {
            int expected = (int) Math.min(PIECE, length - at);
            ByteBuffer part = ByteBuffer.allocate(PIECE);
            assertEquals(expected, table.getPart(key, at, part));
            assertArrayEquals(Arrays.copyOf(piece(at / PIECE), expected), Arrays.copyOf(part.array(), expected));
        }
        assertThrows(IllegalArgumentException.class, () -> table.get(key));
        assertThrows(IllegalArgumentException.class, () -> table.read(key, value -> 1));
        ByteBuffer target = ByteBuffer.allocate(10);
        assertThrows(TargetTooSmallException.class, () -> table.get(key, target));
    }

    @Test
    void longestValue() throws IOException {
        long length = Limits.VALUE_LENGTH_MAX;
        put(key(1), length);
        table.put(key(2), bytes("behind it"));
        assertWhole(key(1), length);
        assertFalse(table.put(key(1), bytes("x")));
        store.close();
        store = Store.open(options().build());
        table = store.table("table");
        assertWhole(key(1), length);
        assertHolds(key(2), bytes("behind it"));
        assertEquals(2, table.countLive());
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            int seen = 0;
            while (cursor.next()) {
                seen++;
                if (Arrays.equals(cursor.key(), key(1))) {
                    assertEquals(length, cursor.valueLength());
                    assertThrows(IllegalArgumentException.class, cursor::value);
                }
            }
            assertEquals(2, seen);
        }
    }

    @Test
    void valueOfTwoGibibytesInASegmentOfTwo() throws IOException {
        store.table(
                "table",
                TableOptions.builder().segmentBytes(Limits.SEGMENT_BYTES_MAX).build());
        put(key(1), (1L << 31) + 5);
        assertWhole(key(1), (1L << 31) + 5);
    }

    @Test
    void segmentIsFilledToItsLastAddress() {
        Table wide = store.table(
                "wide",
                TableOptions.builder().segmentBytes(Limits.SEGMENT_BYTES_MAX).build());
        byte[] value = piece(7);
        int count = 2_200;
        for (int i = 0; i < count; i++) {
            assertTrue(wide.put(key(i), value));
        }
        wide.flush().join();
        for (int i = 0; i < count; i++) {
            assertArrayEquals(value, wide.get(key(i)));
        }
        store.close();
        store = Store.open(options().build());
        wide = store.table("wide");
        for (int i = 0; i < count; i += 7) {
            assertArrayEquals(value, wide.get(key(i)));
        }
        assertEquals(count, wide.countLive());
    }

    @Test
    void tenThousandTables() {
        store.close();
        store = Store.inMemory(StoreOptions.inMemory().build());
        for (int i = 0; i < Limits.TABLES_MAX; i++) {
            store.table("t" + i, TableOptions.defaults());
        }
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> store.table("one more", TableOptions.defaults()));
        assertTrue(e.getMessage().length() > 0);
        e = assertThrows(IllegalArgumentException.class, () -> store.table("onemore", TableOptions.defaults()));
        assertTrue(e.getMessage().contains("10000"), e.getMessage());
        assertEquals(Limits.TABLES_MAX, store.tableNames().size());
    }
}
