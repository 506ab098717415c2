package dev.varve.internal;

import static dev.varve.internal.StoreRig.key;
import static dev.varve.internal.StoreRig.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.Metric;
import dev.varve.PutOptions;
import dev.varve.Table;
import dev.varve.TableOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExpiryTest {
    private static final Duration TTL = Duration.ofMinutes(10);

    private final StoreRig rig = new StoreRig();
    private Table table = rig.open().table("t", TableOptions.ttl(TTL).build());

    @AfterEach
    void close() {
        rig.close();
    }

    private List<String> segmentFiles() throws IOException {
        return rig.files.list(rig.drives().get(0).resolve("t")).stream()
                .filter(name -> name.endsWith(".segment"))
                .toList();
    }

    @Test
    void expiryIsExactOnReads() {
        table.put(key(1), value(1, 10));
        rig.advance(TTL.minusMillis(1));
        assertArrayEquals(value(1, 10), table.get(key(1)));
        assertTrue(table.contains(key(1)));
        rig.advance(Duration.ofMillis(1));
        assertNull(table.get(key(1)));
        assertFalse(table.contains(key(1)));
        assertEquals(0, table.countLive());
        assertEquals(1, table.keyCount());
        assertTrue(table.put(key(1), value(2, 20)));
        assertArrayEquals(value(2, 20), table.get(key(1)));
    }

    @Test
    void segmentsGoWhenAllTheirValuesHaveExpired() throws IOException {
        table.put(key(1), value(1, 100));
        table.flush().join();
        rig.advance(TTL.dividedBy(2));
        rig.store().expireNow();
        table.put(key(2), value(2, 100));
        table.flush().join();
        assertEquals(2, segmentFiles().size());
        rig.advance(TTL.dividedBy(2));
        rig.store().expireNow();
        assertEquals(1, segmentFiles().size());
        assertEquals(1, table.keyCount());
        assertArrayEquals(value(2, 100), table.get(key(2)));
        rig.advance(TTL);
        rig.store().expireNow();
        assertEquals(0, segmentFiles().size());
        assertEquals(0, table.keyCount());
        assertEquals(0, table.size());
        assertEquals(2, table.metrics().get(Metric.SEGMENTS_EXPIRED));
    }

    @Test
    void anIdleTablesLastValuesGoToo() throws IOException {
        table.put(key(1), value(1, 100));
        rig.advance(TTL);
        rig.store().expireNow();
        assertEquals(0, segmentFiles().size());
        assertTrue(table.put(key(1), value(1, 100)));
    }

    @Test
    void aTtlOfItsOwnIsTheShorterOne() throws IOException {
        PutOptions own = PutOptions.builder().ttl(Duration.ofSeconds(30)).build();
        PutOptions longer = PutOptions.builder().ttl(TTL.multipliedBy(3)).build();
        table.put(key(1), value(1, 10), own);
        table.put(key(2), value(2, 10), longer);
        rig.advance(Duration.ofSeconds(30));
        assertNull(table.get(key(1)));
        assertArrayEquals(value(2, 10), table.get(key(2)));
        rig.advance(TTL);
        assertNull(table.get(key(2)));
        rig.store().expireNow();
        assertEquals(0, segmentFiles().size());
    }

    @Test
    void inATableThatKeepsForEverValuesWithATtlOfTheirOwnGo() throws IOException {
        Table forever = rig.store().table("forever", TableOptions.defaults());
        forever.put(
                key(1),
                value(1, 10),
                PutOptions.builder().ttl(Duration.ofSeconds(30)).build());
        forever.flush().join();
        rig.advance(Duration.ofSeconds(31));
        rig.store().expireNow();
        assertEquals(0, forever.keyCount());
        forever.put(key(2), value(2, 10));
        rig.advance(Duration.ofDays(20_000));
        rig.store().expireNow();
        assertArrayEquals(value(2, 10), forever.get(key(2)));
    }

    @Test
    void theTtlCanBeChangedAndStaysChanged() {
        table.put(key(1), value(1, 10));
        rig.advance(TTL.dividedBy(2));
        table.ttl(TTL.dividedBy(2));
        assertNull(table.get(key(1)));
        table.ttl(TTL.multipliedBy(2));
        assertArrayEquals(value(1, 10), table.get(key(1)));
        table.flush().join();
        table = rig.reopen().table("t");
        assertEquals(TTL.multipliedBy(2), table.ttl());
        rig.advance(TTL);
        assertArrayEquals(value(1, 10), table.get(key(1)));
        table = rig.store().table("t", TableOptions.defaults());
        assertEquals(TTL.multipliedBy(2), table.ttl());
        table = rig.store().table("t", TableOptions.ttl(TTL).build());
        assertEquals(TTL, table.ttl());
        assertNull(table.get(key(1)));
        assertThrows(IllegalArgumentException.class, () -> table.ttl(Duration.ofMillis(1)));
        assertThrows(IllegalArgumentException.class, () -> table.ttl(Duration.ofSeconds(-1)));
        assertThrows(IllegalArgumentException.class, () -> table.ttl(Duration.ofSeconds(Long.MAX_VALUE)));
    }

    @Test
    void afterATtlWasRaisedTheNewestValueWins() {
        table.put(key(1), value(1, 10));
        rig.advance(TTL);
        assertTrue(table.put(key(1), value(2, 20)));
        table.ttl(TTL.multipliedBy(10));
        assertArrayEquals(value(2, 20), table.get(key(1)));
        assertFalse(table.put(key(1), value(3, 30)));
        table = rig.reopen().table("t");
        assertArrayEquals(value(2, 20), table.get(key(1)));
        rig.files.toString();
    }

    @Test
    void expiredValuesStayGoneOverRestarts() {
        for (int i = 0; i < 100; i++) {
            table.put(key(i), value(i, 10));
        }
        rig.advance(TTL);
        table = rig.crash().table("t");
        for (int i = 0; i < 100; i++) {
            assertNull(table.get(key(i)));
        }
        assertEquals(0, table.countLive());
        rig.store().expireNow();
        assertEquals(0, table.keyCount());
        table = rig.reopen().table("t");
        assertNull(table.get(key(1)));
        assertEquals(0, table.keyCount());
    }

    @Test
    void restartsDoNotRearmTheTtl() {
        table.put(key(1), value(1, 10));
        table.flush().join();
        for (int i = 0; i < 4; i++) {
            rig.advance(TTL.dividedBy(4).minusMillis(1));
            table = rig.reopen().table("t");
            assertNotNull(table.get(key(1)));
        }
        rig.advance(Duration.ofMillis(4));
        assertNull(table.get(key(1)));
    }

    @Test
    void aKeyPutAgainAndAgainNeitherFillsTheIndexNorIsLost() {
        for (int round = 0; round < 300; round++) {
            assertTrue(table.put(key(1), value(round, 10)));
            assertArrayEquals(value(round, 10), table.get(key(1)));
            rig.advance(TTL);
        }
        assertTrue(table.put(key(1), value(-1, 10)));
        table.flush().join();
        table = rig.crash().table("t");
        assertArrayEquals(value(-1, 10), table.get(key(1)));
        assertEquals(1, table.countLive());
    }

    @Test
    void aClockThatJumpsRejectsNothingAndExpiresNothing() {
        table.put(key(1), value(1, 10));
        rig.clock.jump(Duration.ofDays(365));
        assertArrayEquals(value(1, 10), table.get(key(1)));
        assertTrue(table.put(key(2), value(2, 10)));
        rig.clock.jump(Duration.ofDays(-730));
        assertArrayEquals(value(1, 10), table.get(key(1)));
        assertTrue(table.put(key(3), value(3, 10)));
        rig.store().expireNow();
        assertEquals(3, table.countLive());
        rig.advance(TTL.plus(TTL.dividedBy(50)));
        assertNull(table.get(key(1)));
        assertNull(table.get(key(3)));
    }

    @Test
    void aClockSetBackOverARestartHarmsNothing() {
        table.put(key(1), value(1, 10));
        table.flush().join();
        rig.clock.jump(Duration.ofDays(-1));
        table = rig.reopen().table("t");
        assertArrayEquals(value(1, 10), table.get(key(1)));
        assertTrue(table.put(key(2), value(2, 10)));
        table.flush().join();
        rig.advance(TTL);
        assertNull(table.get(key(1)), "a stamp of tomorrow counts as appended at open");
        assertNull(table.get(key(2)));
        rig.store().expireNow();
        assertEquals(0, table.keyCount());
    }

    @Test
    void beyondMaxBytesTheOldestSegmentsGo() {
        Table bounded = rig.store()
                .table(
                        "bounded",
                        TableOptions.builder()
                                .maxBytes(16 << 20)
                                .segmentBytes(1 << 20)
                                .build());
        for (int i = 0; i < 640; i++) {
            bounded.put(key(i), value(i, 64 << 10));
            if (i % 32 == 31) {
                bounded.flush().join();
                rig.advance(Duration.ofSeconds(1));
                rig.store().expireNow();
            }
        }
        bounded.roll();
        bounded.flush().join();
        rig.store().expireNow();
        assertTrue(bounded.size() <= 18 << 20, () -> "size " + bounded.size());
        assertTrue(bounded.size() >= 12 << 20, () -> "size " + bounded.size());
        assertNull(bounded.get(key(0)));
        assertNotNull(bounded.get(key(639)));
        bounded.maxBytes(0);
        assertEquals(0, bounded.maxBytes());
    }

    @Test
    void expiredFilesAreRecycled() throws IOException {
        Table recycled = rig.store()
                .table(
                        "t2",
                        TableOptions.ttl(Duration.ofSeconds(160))
                                .segmentBytes(1 << 20)
                                .build());
        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < 64; i++) {
                recycled.put(key(round * 1000 + i), value(i, 64 << 10));
            }
            recycled.flush().join();
            rig.advance(Duration.ofSeconds(20));
            rig.store().expireNow();
            for (int i = 0; i < 64; i++) {
                assertArrayEquals(value(i, 64 << 10), recycled.get(key(round * 1000 + i)));
            }
        }
        assertTrue(rig.store().metrics().get(Metric.SEGMENTS_RECYCLED) > 0);
        assertTrue(rig.files.list(rig.drives().get(0).resolve("spare")).size() < 40);
        Table again = rig.crash().table("t2");
        assertArrayEquals(value(5, 64 << 10), again.get(key(39 * 1000 + 5)));
        assertNull(again.get(key(5)));
    }

    @Test
    void aLeasedSegmentHoldsBackNoOther() throws IOException {
        table.put(key(1), value(1, 100_000));
        table.flush().join();
        table.roll();
        try (var stream = table.getStream(key(1))) {
            assertEquals(value(1, 100_000)[0] & 0xff, stream.read());
            rig.advance(Duration.ofSeconds(30));
            table.put(key(2), value(2, 100));
            table.flush().join();
            rig.advance(TTL);
            // Within cursorIdleMax of the last call the lease stays.
            assertNotNull(stream.readNBytes(10));
            rig.store().expireNow();
            assertEquals(1, segmentFiles().size());
            assertEquals(0, table.keyCount());
            assertTrue(table.metrics().get(Metric.DISK_LEASED) > 0);
            stream.readAllBytes();
        }
        rig.store().expireNow();
        assertEquals(0, segmentFiles().size());
        assertEquals(0, table.metrics().get(Metric.DISK_LEASED));
    }

    @Test
    void aStreamLeftAloneLosesItsLease() throws IOException {
        table.put(key(1), value(1, 100_000));
        table.flush().join();
        table.roll();
        try (var stream = table.getStream(key(1))) {
            stream.read();
            rig.advance(TTL.plusSeconds(61));
            rig.store().expireNow();
            assertEquals(0, segmentFiles().size());
            assertThrows(IOException.class, () -> stream.readNBytes(50_000));
        }
    }

    @Test
    void aDroppedTableIsGoneWithItsFiles() throws IOException {
        table.put(key(1), value(1, 100));
        table.flush().join();
        assertTrue(rig.store().dropTable("t"));
        assertFalse(rig.store().dropTable("t"));
        assertThrows(IllegalStateException.class, () -> table.get(key(1)));
        Table anew = rig.store().table("t", TableOptions.defaults());
        assertNull(anew.get(key(1)));
        anew.put(key(2), value(2, 100));
        rig.store().expireNow();
        Path drive = rig.drives().get(0);
        assertEquals(
                0,
                rig.files.list(drive).stream()
                        .filter(name -> name.contains("dropped"))
                        .count());
        Table again = rig.reopen().table("t");
        assertNull(again.get(key(1)));
        assertArrayEquals(value(2, 100), again.get(key(2)));
        assertEquals(List.of("t"), rig.store().tableNames());
    }
}
