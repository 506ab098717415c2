package dev.varve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Home.class)
class StatisticsTest extends StoreTestBase {
    private final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<SegmentEvent> events = new ConcurrentLinkedQueue<>();

    StatisticsTest(Home home) {
        super(home);
    }

    @Override
    StoreOptions.Builder options() {
        return super.options().listener(new StoreListener() {
            @Override
            public void segmentSealed(SegmentEvent event) {
                hear("sealed", event);
            }

            @Override
            public void segmentExpired(SegmentEvent event) {
                hear("expired", event);
            }

            @Override
            public void segmentRecycled(SegmentEvent event) {
                hear("recycled", event);
            }

            @Override
            public void segmentDeleted(SegmentEvent event) {
                hear("deleted", event);
            }
        });
    }

    private void hear(String what, SegmentEvent event) {
        events.add(event);
        heard.add(what);
        throw new IllegalStateException("a listener that throws does no harm");
    }

    private void awaitHeard(String what) {
        while (!heard.contains(what)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void freshStoreHasNothing() {
        StoreMetrics metrics = store.metrics();
        for (Metric metric : List.of(
                Metric.PUTS,
                Metric.GETS,
                Metric.HITS,
                Metric.MISSES,
                Metric.KEYS,
                Metric.SIZE,
                Metric.SEGMENTS_ACTIVE)) {
            assertEquals(0, metrics.get(metric), metric::name);
        }
        assertEquals(Optional.empty(), metrics.oldestTime());
        assertEquals(Optional.empty(), table.metrics().newestTime());
        assertEquals(0, metrics.get(Metric.CLOCK_DIFFERENCE));
    }

    @Test
    void countsWhatIsDone() {
        for (int i = 0; i < 10; i++) {
            table.put(key(i), value(i, 100));
        }
        table.put(key(0), bytes("again"));
        table.get(key(1));
        table.contains(key(2));
        table.read(key(3), value -> 1);
        table.valueLength(key(4));
        table.get(bytes("nothing"));
        table.flush().join();
        for (boolean ofStore : new boolean[] {false, true}) {
            var metrics = ofStore ? new TableMetrics(copy(store.metrics())) : table.metrics();
            assertEquals(10, metrics.puts());
            assertEquals(1, metrics.get(Metric.PUTS_REFUSED));
            assertEquals(5, metrics.gets());
            assertEquals(4, metrics.hits());
            assertEquals(1, metrics.misses());
            assertEquals(1, metrics.flushes());
            assertTrue(metrics.syncs() >= 1);
            assertEquals(10 * (5 + 100), metrics.get(Metric.BYTES_PUT));
            assertTrue(metrics.get(Metric.BYTES_GOT) >= 200);
            assertTrue(metrics.get(Metric.BYTES_WRITTEN) >= 10 * 105);
            assertEquals(10, metrics.get(Metric.KEYS));
            assertEquals(10 * 105, metrics.get(Metric.SIZE));
            assertEquals(10, table.keyCount());
            assertEquals(10 * 105, table.size());
            assertTrue(metrics.get(Metric.SEGMENTS_ACTIVE) >= 1);
            assertTrue(metrics.get(Metric.INDEX_BYTES) > 0);
            assertTrue(metrics.get(Metric.INDEX_GENERATIONS) >= 1);
            assertTrue(metrics.get(Metric.INDEX_ENTRIES) >= 10);
            assertTrue(metrics.get(Metric.DISK_LIVE) > 0);
        }
    }

    private static java.util.Map<Metric, Long> copy(StoreMetrics metrics) {
        var values = new java.util.EnumMap<Metric, Long>(Metric.class);
        for (Metric metric : Metric.values()) {
            values.put(metric, metrics.get(metric));
        }
        return values;
    }

    @Test
    void oldestAndNewestTime() {
        Instant first = store.now();
        assertEquals(Instant.ofEpochMilli(ManualClock.START_MILLIS), first);
        table.put(key(1), bytes("v"));
        clock.advance(Duration.ofMinutes(3));
        table.put(key(2), bytes("v"));
        table.flush().join();
        assertEquals(Optional.of(first), table.metrics().oldestTime());
        assertEquals(Optional.of(first.plusSeconds(180)), table.metrics().newestTime());
        assertEquals(Optional.of(first), store.metrics().oldestTime());
    }

    @Test
    void segmentsByState() {
        table.ttl(Duration.ofSeconds(100));
        table.put(key(1), value(1, 1_000));
        assertEquals(1, table.metrics().get(Metric.SEGMENTS_ACTIVE));
        table.roll();
        table.flush().join();
        awaitHeard("sealed");
        assertEquals(0, table.metrics().get(Metric.SEGMENTS_ACTIVE));
        assertEquals(1, table.metrics().get(Metric.SEGMENTS_SEALED));
        clock.advance(Duration.ofSeconds(100));
        store.expireNow();
        assertEquals(0, table.metrics().get(Metric.SEGMENTS_SEALED));
        assertEquals(1, table.metrics().get(Metric.SEGMENTS_EXPIRED));
        awaitHeard("expired");
        SegmentEvent event = events.peek();
        assertEquals("table", event.table());
        assertEquals(1, event.valueCount());
        assertTrue(event.sequence() >= 0);
        assertTrue(event.fileBytes() >= 8_192);
        assertTrue(event.file().toString().endsWith(".segment"), event::toString);
    }

    @Test
    void pinnedSegmentIsSeenToHoldTheDisk() {
        table.ttl(Duration.ofSeconds(100));
        table.put(key(1), value(1, 1_000));
        table.roll();
        table.flush().join();
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            assertTrue(cursor.next());
            clock.advance(Duration.ofSeconds(50));
            assertNotNull(cursor.value());
            clock.advance(Duration.ofSeconds(50));
            store.expireNow();
            StoreMetrics metrics = store.metrics();
            assertEquals(1, metrics.get(Metric.SEGMENTS_RETIRED));
            assertTrue(metrics.get(Metric.DISK_LEASED) >= 8_192);
            clock.advance(Duration.ofSeconds(7));
            assertEquals(7_000, store.metrics().get(Metric.OLDEST_LEASE_AGE));
        }
        store.expireNow();
        assertEquals(0, store.metrics().get(Metric.SEGMENTS_RETIRED));
    }

    @Test
    void rollOfNothingDoesNothing() {
        table.roll();
        table.put(key(1), bytes("v"));
        table.roll();
        table.roll();
        table.flush().join();
        awaitHeard("sealed");
        assertEquals(1, table.metrics().get(Metric.SEGMENTS_SEALED));
    }
}
