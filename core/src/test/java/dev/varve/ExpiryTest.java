package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(Home.class)
class ExpiryTest extends StoreTestBase {
    private static final Duration TTL = Duration.ofSeconds(160);

    ExpiryTest(Home home) {
        super(home);
    }

    @Override
    TableOptions tableOptions() {
        return TableOptions.ttl(TTL).segmentBytes(1 << 20).build();
    }

    private void put(int number) {
        assertTrue(table.put(key(number), value(number, 1_000)));
    }

    /** Makes everything that was put lie in sealed segments on its drive. */
    private void seal() {
        table.roll();
        table.flush().join();
    }

    @Test
    void exactToTheMillisecond() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            put(i);
            if (random.nextInt(10) == 0) {
                seal();
            }
            clock.advance(TTL.minusMillis(1));
            assertArrayEquals(value(i, 1_000), table.get(key(i)), "seed " + seed);
            clock.advance(Duration.ofMillis(1));
            assertNull(table.get(key(i)), "seed " + seed);
            assertFalse(table.contains(key(i)));
            assertEquals(-1, table.valueLength(key(i)));
        }
    }

    @Test
    void segmentsLeaveAndCountsFallToZero() {
        for (int i = 0; i < 300; i++) {
            table.put(key(i), new byte[i % 3 == 0 ? 0 : 20_000]);
        }
        assertEquals(300, table.keyCount());
        clock.advance(TTL.multipliedBy(2));
        // The last segments go too, though nothing fills them: by rolling on age.
        for (int i = 0; i < 4; i++) {
            store.expireNow();
        }
        assertEquals(0, table.keyCount());
        assertEquals(0, table.size());
        assertEquals(0, table.countLive());
        assertEquals(0, store.keyCount());
        assertEquals(0, store.size());
        assertTrue(table.metrics().get(Metric.SEGMENTS_EXPIRED) > 0);
        assertTrue(table.metrics().oldestTime().isEmpty());
    }

    @Test
    void nothingLeavesBeforeItsTime() {
        put(1);
        seal();
        clock.advance(TTL.minusMillis(1));
        store.expireNow();
        assertHolds(key(1), value(1, 1_000));
        assertEquals(1, table.keyCount());
        clock.advance(Duration.ofMillis(1));
        store.expireNow();
        assertEquals(0, table.keyCount());
    }

    @Test
    void expiredKeyCanBePutAgainBeforeItsSegmentHasLeft() {
        put(1);
        clock.advance(TTL);
        assertTrue(table.put(key(1), bytes("second life")));
        assertHolds(key(1), bytes("second life"));
        assertFalse(table.put(key(1), bytes("no")));
        seal();
        store.expireNow();
        assertHolds(key(1), bytes("second life"));
        clock.advance(TTL);
        assertNull(table.get(key(1)));
    }

    @Test
    void oldCopysExpiryDoesNotTakeTheNewValueAlong() {
        put(1);
        for (int i = 0; i < 5; i++) {
            put(100 + i);
            seal();
        }
        clock.advance(TTL);
        assertTrue(table.put(key(1), bytes("new")));
        for (int i = 0; i < 3; i++) {
            store.expireNow();
        }
        assertHolds(key(1), bytes("new"));
        assertEquals(1, table.keyCount());
    }

    @Test
    void shortenedTtlExpiresAtOnceAndLengthenedKeeps() {
        put(1);
        clock.advance(Duration.ofSeconds(50));
        table.ttl(Duration.ofSeconds(50));
        assertEquals(Duration.ofSeconds(50), table.ttl());
        assertEquals(Duration.ofSeconds(50), table.options().ttl());
        assertNull(table.get(key(1)));
        table.ttl(Duration.ofSeconds(51));
        assertHolds(key(1), value(1, 1_000));
        table.ttl(Duration.ofDays(36_525));
        clock.advance(Duration.ofDays(1_000));
        store.expireNow();
        assertHolds(key(1), value(1, 1_000));
    }

    @Test
    void zeroMeansNever() {
        table.ttl(Duration.ZERO);
        put(1);
        seal();
        clock.advance(Duration.ofDays(36_525));
        store.expireNow();
        assertHolds(key(1), value(1, 1_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT0.999S", "PT0.000000001S", "P365001D", "PT2562047788015215H"})
    void ttlOutOfRangeIsRefused(String ttl) {
        assertThrows(IllegalArgumentException.class, () -> table.ttl(Duration.parse(ttl)));
        assertEquals(TTL, table.ttl());
    }

    @Test
    void ownTtlIsTheShorterOfBoth() {
        PutOptions brief = PutOptions.builder().ttl(Duration.ofSeconds(5)).build();
        PutOptions lasting = PutOptions.builder().ttl(TTL.multipliedBy(9)).build();
        table.put(key(1), bytes("brief"), brief);
        table.put(direct(key(2)), direct(bytes("lasting")), lasting);
        table.put(new Batch().add(key(3), bytes("brief")), brief);
        clock.advance(Duration.ofMillis(4_999));
        assertTrue(table.contains(key(1)));
        assertTrue(table.contains(key(3)));
        clock.advance(Duration.ofMillis(1));
        assertFalse(table.contains(key(1)));
        assertFalse(table.contains(key(3)));
        assertTrue(table.contains(key(2)));
        clock.advance(TTL.minusMillis(5_001));
        assertTrue(table.contains(key(2)));
        clock.advance(Duration.ofMillis(1));
        assertFalse(table.contains(key(2)));
    }

    @Test
    void segmentOfBriefValuesLeavesEarly() {
        table.ttl(Duration.ZERO);
        PutOptions brief = PutOptions.builder().ttl(Duration.ofSeconds(5)).build();
        for (int i = 0; i < 10; i++) {
            table.put(key(i), value(i, 100), brief);
        }
        seal();
        clock.advance(Duration.ofSeconds(5));
        store.expireNow();
        assertEquals(0, table.keyCount());
    }

    @Test
    void streamUnderWayOutlivesExpiry() throws IOException {
        byte[] value = value(1, 900_000);
        table.put(key(1), value);
        seal();
        clock.advance(TTL.minusMillis(1));
        try (InputStream in = table.getStream(key(1))) {
            byte[] first = in.readNBytes(1_000);
            clock.advance(Duration.ofSeconds(30));
            store.expireNow();
            assertNull(table.get(key(1)));
            assertEquals(0, table.keyCount());
            assertTrue(store.metrics().get(Metric.DISK_LEASED) > 0);
            byte[] rest = in.readAllBytes();
            assertArrayEquals(value, concat(first, rest));
        }
        store.expireNow();
        assertEquals(0, store.metrics().get(Metric.DISK_LEASED));
    }

    @Test
    void idleStreamLetsGo() throws IOException {
        table.put(key(1), value(1, 900_000));
        seal();
        InputStream in = table.getStream(key(1));
        in.readNBytes(10);
        clock.advance(Duration.ofSeconds(60).plusMillis(1));
        store.expireNow();
        assertThrows(IOException.class, in::readAllBytes);
        in.close();
    }

    private static byte[] concat(byte[] first, byte[] rest) {
        byte[] all = java.util.Arrays.copyOf(first, first.length + rest.length);
        System.arraycopy(rest, 0, all, first.length, rest.length);
        return all;
    }

    @Test
    void maxBytesDropsTheOldest() {
        table.ttl(Duration.ZERO);
        table.maxBytes(16 << 20);
        assertEquals(16 << 20, table.maxBytes());
        for (int i = 0; i < 640; i++) {
            assertTrue(table.put(key(i), value(i, 100_000)));
            if (i % 8 == 7) {
                table.flush().join();
                store.expireNow();
            }
        }
        store.expireNow();
        // To within a segment of 1 MiB for each lane.
        assertTrue(table.size() <= 24 << 20, () -> "size " + table.size());
        assertTrue(table.size() >= 4 << 20, () -> "size " + table.size());
        assertNull(table.get(key(0)));
        assertArrayEquals(value(639, 100_000), table.get(key(639)));
        assertThrows(IllegalArgumentException.class, () -> table.maxBytes(-1));
        assertThrows(IllegalArgumentException.class, () -> table.maxBytes(1));
        table.maxBytes(0);
        assertEquals(0, table.maxBytes());
    }

    @Test
    void clockThatJumpsAheadExpiresNothing() {
        put(1);
        clock.jump(Duration.ofDays(400));
        assertHolds(key(1), value(1, 1_000));
        store.expireNow();
        clock.advance(Duration.ofSeconds(100));
        assertHolds(key(1), value(1, 1_000));
        put(2);
        clock.advance(TTL.dividedBy(2));
        assertHolds(key(2), value(2, 1_000));
        assertTrue(store.metrics().get(Metric.CLOCK_DIFFERENCE)
                > Duration.ofDays(399).toMillis());
    }

    @Test
    void clockThatJumpsBackRejectsNothing() {
        put(1);
        clock.jump(Duration.ofHours(-1));
        put(2);
        clock.advance(Duration.ofSeconds(10));
        put(3);
        assertHolds(key(1), value(1, 1_000));
        assertHolds(key(2), value(2, 1_000));
        assertHolds(key(3), value(3, 1_000));
        table.flush().join();
        clock.advance(TTL.multipliedBy(2));
        assertNull(table.get(key(1)));
        assertNull(table.get(key(3)));
    }

    @Test
    void manySegmentsExpireInOnePass() {
        for (int i = 0; i < 200; i++) {
            put(i);
            table.roll();
        }
        table.flush().join();
        clock.advance(TTL);
        store.expireNow();
        assertEquals(0, table.keyCount());
        assertTrue(table.metrics().get(Metric.SEGMENTS_EXPIRED) >= 200);
    }

    @Test
    void filesOfExpiredSegmentsAreUsedAgain() {
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 40; i++) {
                table.put(key(round * 100 + i), value(i, 100_000));
            }
            table.flush().join();
            clock.advance(TTL.multipliedBy(2));
            store.expireNow();
            store.expireNow();
        }
        table.put(key(0), value(77, 100));
        assertHolds(key(0), value(77, 100));
        assertEquals(1, table.countLive());
        assertTrue(table.metrics().get(Metric.SEGMENTS_RECYCLED) > 0);
    }
}
