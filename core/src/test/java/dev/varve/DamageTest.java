package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** A flipped bit in a sealed segment costs the one value that it hits, and says where. */
class DamageTest extends StoreTestBase {
    private static final int COUNT = 100;
    private static final int HIT = 10;
    private static final int LENGTH = 3_000;

    private final ConcurrentLinkedQueue<CorruptionException> heard = new ConcurrentLinkedQueue<>();

    DamageTest() {
        super(Home.DISK);
    }

    @Override
    StoreOptions.Builder options() {
        return super.options().listener(new StoreListener() {
            @Override
            public void damageFound(CorruptionException damage) {
                heard.add(damage);
            }
        });
    }

    /** Where in which file some bytes lie. */
    private record Place(Path file, int offset) {
        void flip(int distance) {
            try {
                byte[] bytes = Files.readAllBytes(file);
                bytes[offset + distance] ^= 0x10;
                Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    private Place find(byte[] wanted) throws IOException {
        for (Path file : ReopenTest.files(directory)) {
            byte[] bytes = Files.readAllBytes(file);
            for (int at = 0; at + wanted.length <= bytes.length; at++) {
                if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                    return new Place(file, at);
                }
            }
        }
        throw new AssertionError("not in any file");
    }

    private void fill() {
        for (int i = 0; i < COUNT; i++) {
            table.put(key(i), value(i, LENGTH));
        }
        table.roll();
        table.flush().join();
        store.close();
    }

    private void reopen() {
        store = Store.open(options().build());
        table = store.table("table");
    }

    private void assertOthersAreWhole() {
        for (int i = 0; i < COUNT; i++) {
            if (i != HIT) {
                assertHolds(key(i), value(i, LENGTH));
            }
        }
    }

    @Test
    void damagedValueIsReportedByEveryWayOfReadingIt() throws IOException {
        fill();
        Place place = find(value(HIT, LENGTH));
        place.flip(1_000);
        reopen();
        CorruptionException e = assertThrows(CorruptionException.class, () -> table.get(key(HIT)));
        assertEquals(place.file(), e.file());
        assertTrue(e.offset() <= place.offset() && e.offset() >= place.offset() - 64, e::getMessage);
        assertThrows(CorruptionException.class, () -> table.get(direct(key(HIT))));
        ByteBuffer target = ByteBuffer.allocate(LENGTH);
        assertThrows(CorruptionException.class, () -> table.get(key(HIT), target));
        assertEquals(0, target.position());
        assertThrows(CorruptionException.class, () -> table.read(key(HIT), value -> 1));
        assertThrows(CorruptionException.class, () -> table.readLong(key(HIT), value -> 1, 0));
        try (InputStream in = table.getStream(key(HIT))) {
            IOException failed = assertThrows(IOException.class, in::readAllBytes);
            assertTrue(failed.getCause() instanceof CorruptionException, failed::toString);
        }
        assertOthersAreWhole();
        assertTrue(table.contains(key(HIT)), "header and key are whole");
        assertEquals(LENGTH, table.valueLength(key(HIT)));
        assertFalse(table.put(key(HIT), bytes("x")), "and it still is write once");
        ByteBuffer part = ByteBuffer.allocate(100);
        assertEquals(100, table.getPart(key(HIT), 0, part));
        assertArrayEquals(Arrays.copyOf(value(HIT, LENGTH), 100), part.array());
        assertTrue(table.metrics().get(Metric.READS_FAILED) >= 5);
        assertEquals(COUNT, table.keyCount());
    }

    @Test
    void cursorReportsDamageAndGoesOn() throws IOException {
        fill();
        find(value(HIT, LENGTH)).flip(1_000);
        reopen();
        List<Integer> seen = new ArrayList<>();
        int damaged = 0;
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            while (cursor.next()) {
                int i = Integer.parseInt(new String(cursor.key()).substring(4));
                seen.add(i);
                if (i == HIT) {
                    assertThrows(CorruptionException.class, cursor::value);
                    assertThrows(CorruptionException.class, cursor::valueView);
                    damaged++;
                } else {
                    assertArrayEquals(value(i, LENGTH), cursor.value());
                }
            }
        }
        assertEquals(1, damaged);
        assertEquals(COUNT, seen.size());
    }

    @Test
    void damagedHeaderCostsItsOwnRecordOnly() throws IOException {
        fill();
        find(value(HIT, LENGTH)).flip(-20);
        reopen();
        assertThrows(CorruptionException.class, () -> table.get(key(HIT)));
        assertThrows(CorruptionException.class, () -> table.put(key(HIT), bytes("x")), "it may be there");
        assertOthersAreWhole();
        assertFalse(table.contains(bytes("nothing")));
        int whole = 0;
        int damaged = 0;
        try (Cursor cursor = table.cursor(CursorOptions.KEYS_ONLY)) {
            boolean more = true;
            while (more) {
                try {
                    more = cursor.next();
                    whole += more ? 1 : 0;
                } catch (CorruptionException e) {
                    damaged++;
                }
            }
        }
        assertEquals(COUNT - 1, whole);
        assertEquals(1, damaged);
    }

    @Test
    void damagedKeyIsReportedForThatKey() throws IOException {
        fill();
        byte[] key = key(HIT);
        find(value(HIT, LENGTH)).flip(-key.length);
        reopen();
        assertThrows(CorruptionException.class, () -> table.get(key));
        assertOthersAreWhole();
    }

    @Test
    void unverifiedReadsGiveWhatIsThere() throws IOException {
        store.table("table", TableOptions.builder().verifyOnRead(false).build());
        fill();
        find(value(HIT, LENGTH)).flip(1_000);
        reopen();
        byte[] expected = value(HIT, LENGTH);
        expected[1_000] ^= 0x10;
        assertArrayEquals(expected, table.get(key(HIT)));
        assertOthersAreWhole();
    }

    @Test
    void damageDoesNotKeepASegmentFromExpiring() throws IOException {
        table.ttl(java.time.Duration.ofSeconds(100));
        fill();
        find(value(HIT, LENGTH)).flip(1_000);
        find(value(HIT + 1, LENGTH)).flip(-20);
        reopen();
        clock.advance(java.time.Duration.ofSeconds(100));
        store.expireNow();
        assertEquals(0, table.keyCount());
        assertTrue(table.put(key(HIT), bytes("again")));
        assertTrue(table.put(key(HIT + 1), bytes("again")));
    }

    @Test
    void damagedBlockZeroIsHealedFromTheSeal() throws IOException {
        fill();
        Path segment = find(value(HIT, LENGTH)).file();
        new Place(segment, 0).flip(30);
        reopen();
        for (int i = 0; i < COUNT; i++) {
            assertHolds(key(i), value(i, LENGTH));
        }
    }

    @Test
    void damagedSealMeansAScan() throws IOException {
        fill();
        Path segment = find(value(HIT, LENGTH)).file();
        new Place(segment, 4_096).flip(100);
        reopen();
        for (int i = 0; i < COUNT; i++) {
            assertHolds(key(i), value(i, LENGTH));
        }
        assertEquals(COUNT, table.keyCount());
        assertEquals(COUNT, table.countLive());
    }

    @Test
    void fileThatIsNoSegmentIsKeptAside() throws IOException {
        fill();
        Path segment = find(value(HIT, LENGTH)).file();
        Place block = new Place(segment, 0);
        block.flip(30);
        new Place(segment, 4_096).flip(100);
        byte[] bytes = Files.readAllBytes(segment);
        reopen();
        assertFalse(Files.exists(segment));
        List<Path> aside = ReopenTest.files(directory).stream()
                .filter(file -> file.toString().contains("quarantine"))
                .toList();
        assertEquals(1, aside.size());
        assertArrayEquals(bytes, Files.readAllBytes(aside.get(0)));
        assertTrue(table.put(bytes("new"), bytes("v")), "the store goes on");
        while (heard.isEmpty()) {
            Thread.onSpinWait();
        }
        assertEquals(segment.getFileName(), heard.peek().file().getFileName());
    }
}
