package dev.varve.internal;

import dev.varve.Metric;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The totals of a table or a store, counted by any thread. Only what {@link Metric#isTotal()} is counted here; how things
 * stand is asked when statistics are.
 */
public final class Counters {
    private static final Metric[] METRICS = Metric.values();

    private final LongAdder[] totals = new LongAdder[METRICS.length];

    public Counters() {
        for (Metric metric : METRICS) {
            if (metric.isTotal()) {
                totals[metric.ordinal()] = new LongAdder();
            }
        }
    }

    public void increment(Metric total) {
        totals[total.ordinal()].increment();
    }

    public void add(Metric total, long amount) {
        totals[total.ordinal()].add(amount);
    }

    public long sum(Metric total) {
        return totals[total.ordinal()].sum();
    }

    /** Adds every total to those of a map, as for a store's statistics from its tables'. */
    public void addTo(Map<Metric, Long> values) {
        for (Metric metric : METRICS) {
            if (metric.isTotal()) {
                values.merge(metric, sum(metric), Long::sum);
            }
        }
    }

    /** Takes over the totals of a table that is dropped, so that the store's never fall. */
    public void absorb(Counters dropped) {
        for (Metric metric : METRICS) {
            if (metric.isTotal()) {
                add(metric, dropped.sum(metric));
            }
        }
    }
}
