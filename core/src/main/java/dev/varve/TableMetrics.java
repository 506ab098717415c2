package dev.varve;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Statistics of a table at one moment.
 * The named methods are the {@link Metric}s most asked for; {@link #get(Metric)} gives every one. Immutable.
 */
public final class TableMetrics {
    private final Map<Metric, Long> values;

    /** From the numbers; those left out count as 0. For the store itself and for tests of your own code. */
    public TableMetrics(Map<Metric, Long> values) {
        this.values = new EnumMap<>(Metric.class);
        this.values.putAll(values);
    }

    /** The number of a metric, in its unit. */
    public long get(Metric metric) {
        return values.getOrDefault(metric, 0L);
    }

    /** {@link Metric#PUTS}. */
    public long puts() {
        return get(Metric.PUTS);
    }

    /** {@link Metric#GETS}. */
    public long gets() {
        return get(Metric.GETS);
    }

    /** {@link Metric#HITS}. */
    public long hits() {
        return get(Metric.HITS);
    }

    /** {@link Metric#MISSES}. */
    public long misses() {
        return get(Metric.MISSES);
    }

    /** {@link Metric#FLUSHES}. */
    public long flushes() {
        return get(Metric.FLUSHES);
    }

    /** {@link Metric#SYNCS}. */
    public long syncs() {
        return get(Metric.SYNCS);
    }

    /** {@link Metric#PUT_WAITS}. */
    public long putWaits() {
        return get(Metric.PUT_WAITS);
    }

    /** {@link Metric#PUT_WAIT_TIME}. */
    public Duration putWaitTime() {
        return Duration.ofNanos(get(Metric.PUT_WAIT_TIME));
    }

    /** When the oldest stored value was put; empty: nothing is stored. */
    public Optional<Instant> oldestTime() {
        return time(Metric.OLDEST_TIME, Long.MAX_VALUE);
    }

    /** When the newest stored value was put; empty: nothing is stored. */
    public Optional<Instant> newestTime() {
        return time(Metric.NEWEST_TIME, Long.MIN_VALUE);
    }

    private Optional<Instant> time(Metric metric, long none) {
        Long millis = values.get(metric);
        return millis == null || millis == none ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    @Override
    public String toString() {
        return "TableMetrics" + values;
    }
}
