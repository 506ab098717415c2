package dev.varve.internal;

import dev.varve.Metric;
import dev.varve.StoreMetrics;
import dev.varve.TableMetrics;
import dev.varve.index.IndexStatistics;
import dev.varve.segments.DriveWriter;
import dev.varve.segments.Segment;
import dev.varve.segments.SegmentTally;
import dev.varve.segments.WriteStats;
import java.util.EnumMap;
import java.util.Map;

/** Takes the statistics of a table or a store. Stateless. */
final class Meter {
    private Meter() {}

    static TableMetrics measure(TableCore table) {
        return new TableMetrics(of(table));
    }

    static StoreMetrics measure(StoreCore store) {
        Map<Metric, Long> all = new EnumMap<>(Metric.class);
        store.dropped.addTo(all);
        all.put(Metric.GETS, gets(all));
        for (TableCore table : store.catalog.all()) {
            of(table).forEach((metric, value) -> all.merge(metric, value, (a, b) -> join(metric, a, b)));
        }
        all.put(Metric.PUT_WAITS, store.pool.waitCount());
        all.put(Metric.PUT_WAIT_TIME, store.pool.waitNanos());
        long used = (long) (store.pool.chunkCount() - store.pool.chunksFree()) * store.pool.chunkLength();
        all.put(Metric.BUFFER_BYTES_IN_USE, used);
        all.put(Metric.OPEN_FILES, (long) store.openFiles.count());
        all.put(Metric.CLOCK_DIFFERENCE, store.time.differenceMillis());
        long spares = 0;
        long spareBytes = 0;
        long deleting = 0;
        for (DriveWriter writer : store.writers) {
            spares += writer.spareCount();
            spareBytes += writer.spareBytes();
            deleting += writer.bytesWaitingForDeletion();
        }
        all.put(Metric.SPARES, spares);
        all.put(Metric.DISK_SPARE, spareBytes);
        all.merge(Metric.DISK_DELETING, deleting, Long::sum);
        return new StoreMetrics(all);
    }

    /** Keeps the totals of a table that is dropped, so that the store's never fall. */
    static void keepTotals(TableCore dropped) {
        dropped.store.dropped.absorb(dropped.counters);
        writerTotals(dropped).forEach(dropped.store.dropped::add);
    }

    /** What the write side counts by itself. */
    private static Map<Metric, Long> writerTotals(TableCore table) {
        WriteStats stats = table.writer.stats();
        return Map.of(
                Metric.SYNCS, stats.syncs(),
                Metric.BYTES_WRITTEN, stats.bytesWritten(),
                Metric.SEGMENTS_RECYCLED, stats.reused(),
                Metric.DISK_LINKED, stats.linkedBytes());
    }

    /** Every look-up ends in one of three ways, so they need no counter of their own. */
    private static long gets(Map<Metric, Long> counted) {
        return counted.get(Metric.HITS) + counted.get(Metric.MISSES) + counted.get(Metric.READS_FAILED);
    }

    private static long join(Metric metric, long a, long b) {
        return switch (metric) {
            case OLDEST_TIME -> Math.min(a, b);
            case NEWEST_TIME, OLDEST_LEASE_AGE -> Math.max(a, b);
            default -> a + b;
        };
    }

    private static Map<Metric, Long> of(TableCore table) {
        Map<Metric, Long> all = new EnumMap<>(Metric.class);
        table.counters.addTo(all);
        all.put(Metric.GETS, gets(all));
        writerTotals(table).forEach((metric, total) -> all.merge(metric, total, Long::sum));
        segments(table, all);
        Retirements.Leased leased = table.store.retirements.leased(table);
        all.put(Metric.SEGMENTS_RETIRED, (long) table.store.retirements.count(table));
        all.put(Metric.DISK_LEASED, leased.bytes());
        all.put(Metric.OLDEST_LEASE_AGE, leased.oldestAgeMs());
        all.put(Metric.DISK_DELETING, Math.max(0, table.writer.leavingBytes() - leased.bytes()));
        IndexStatistics index = table.index.statistics();
        all.put(Metric.INDEX_BYTES, index.bytes() + index.preparedBytes());
        all.put(Metric.INDEX_GENERATIONS, (long) index.generations());
        all.put(Metric.INDEX_ENTRIES, index.entries());
        return all;
    }

    private static void segments(TableCore table, Map<Metric, Long> all) {
        long nowMs = table.time.now();
        long oldest = Long.MAX_VALUE;
        long newest = Long.MIN_VALUE;
        for (Segment each : table.segments.snapshot()) {
            SegmentTally tally = each.tally();
            add(all, each.isSealed() ? Metric.SEGMENTS_SEALED : Metric.SEGMENTS_ACTIVE, 1);
            add(all, Metric.KEYS, tally.valueCount());
            add(all, Metric.SIZE, tally.keyBytes() + tally.valueBytes());
            long expired = expiredBytes(table, each, nowMs);
            add(all, Metric.DISK_EXPIRED, expired);
            add(all, Metric.DISK_LIVE, each.fileLength() - expired);
            if (tally.valueCount() > 0) {
                oldest = Math.min(oldest, tally.firstAppendMs());
                newest = Math.max(newest, tally.lastAppendMs());
            }
        }
        all.put(Metric.OLDEST_TIME, oldest);
        all.put(Metric.NEWEST_TIME, newest);
    }

    private static void add(Map<Metric, Long> all, Metric metric, long amount) {
        all.merge(metric, amount, Long::sum);
    }

    /** As if a segment's values had come evenly between its first and last append. */
    private static long expiredBytes(TableCore table, Segment segment, long nowMs) {
        long ttlMs = table.expiry.ttlMs();
        SegmentTally tally = segment.tally();
        if (ttlMs == 0 || tally.valueCount() == 0) {
            return 0;
        }
        long first = tally.firstAppendMs();
        double span = Math.max(1, tally.lastAppendMs() - first);
        double part = Math.max(0, Math.min(1, (nowMs - ttlMs - first) / span));
        return (long) (part * segment.fileLength());
    }
}
