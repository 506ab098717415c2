package dev.varve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MetricsTest {
    @Test
    void whatWasNotGivenCountsAsZero() {
        StoreMetrics none = new StoreMetrics(Map.of());
        for (Metric metric : Metric.values()) {
            assertEquals(0, none.get(metric));
        }
        assertEquals(Optional.empty(), none.oldestTime());
        assertEquals(Optional.empty(), none.newestTime());
        assertEquals(Duration.ZERO, none.putWaitTime());
    }

    @Test
    void namedMethodsGiveTheirMetric() {
        Map<Metric, Long> values = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            values.put(metric, 100L + metric.ordinal());
        }
        StoreMetrics store = new StoreMetrics(values);
        TableMetrics table = new TableMetrics(values);
        values.clear();
        assertEquals(store.get(Metric.PUTS), store.puts());
        assertEquals(store.get(Metric.GETS), store.gets());
        assertEquals(store.get(Metric.HITS), store.hits());
        assertEquals(store.get(Metric.MISSES), store.misses());
        assertEquals(store.get(Metric.FLUSHES), store.flushes());
        assertEquals(store.get(Metric.SYNCS), store.syncs());
        assertEquals(store.get(Metric.PUT_WAITS), store.putWaits());
        assertEquals(table.get(Metric.PUTS), table.puts());
        assertEquals(table.get(Metric.GETS), table.gets());
        assertEquals(table.get(Metric.HITS), table.hits());
        assertEquals(table.get(Metric.MISSES), table.misses());
        assertEquals(table.get(Metric.FLUSHES), table.flushes());
        assertEquals(table.get(Metric.SYNCS), table.syncs());
        assertEquals(table.get(Metric.PUT_WAITS), table.putWaits());
        assertEquals(Duration.ofNanos(store.get(Metric.PUT_WAIT_TIME)), store.putWaitTime());
        assertEquals(Duration.ofNanos(store.get(Metric.PUT_WAIT_TIME)), table.putWaitTime());
        assertEquals(Optional.of(Instant.ofEpochMilli(store.get(Metric.OLDEST_TIME))), store.oldestTime());
        assertEquals(Optional.of(Instant.ofEpochMilli(table.get(Metric.NEWEST_TIME))), table.newestTime());
        assertTrue(store.toString().contains("PUTS=100"), store.toString());
    }

    @Test
    void timesOfAnEmptyStoreAreEmpty() {
        TableMetrics table =
                new TableMetrics(Map.of(Metric.OLDEST_TIME, Long.MAX_VALUE, Metric.NEWEST_TIME, Long.MIN_VALUE));
        assertEquals(Optional.empty(), table.oldestTime());
        assertEquals(Optional.empty(), table.newestTime());
    }

    @Test
    void totalsAreCountedAndStatesAreNot() {
        assertTrue(Metric.PUTS.isTotal());
        assertFalse(Metric.KEYS.isTotal());
        assertEquals(Metric.Unit.NANOSECONDS, Metric.PUT_WAIT_TIME.unit());
        assertEquals(Metric.Unit.BYTES, Metric.DISK_LIVE.unit());
    }
}
