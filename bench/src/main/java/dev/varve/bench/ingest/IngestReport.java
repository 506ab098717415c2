package dev.varve.bench.ingest;

import dev.varve.bench.ingest.IngestResult.Memory;
import dev.varve.bench.ingest.IngestResult.Quarter;
import dev.varve.bench.load.LoadTurn;
import dev.varve.bench.load.Totals;
import dev.varve.bench.load.ValueShape;
import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.RawTurn;
import dev.varve.bench.report.Json;
import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.Machine;
import dev.varve.bench.report.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** What a run says of itself. */
public final class IngestReport {
    private IngestReport() {}

    /**
     * {@return what a run is going to do}
     *
     * @param plan decided
     * @param budget from before
     */
    public static String intentions(IngestPlan plan, DiskBudget budget) {
        List<String> lines = new ArrayList<>();
        lines.add("drives " + plan.subject().drives() + ", " + Text.bytes(budget.bytesFree()) + " free");
        lines.add(plan.load().writers() + " writers, keys of " + plan.keys().keyBytes() + " B, values of "
                + length(plan.values()) + ", " + plan.load().valuesPerBatch() + " values per durable batch, "
                + rate("writes", plan.load().writeRate()) + ", "
                + rate("verified reads", plan.load().readRate())
                + ", seed " + plan.seed());
        lines.add("the store keeps at most " + Text.bytes(plan.subject().maxBytes()) + " for "
                + (plan.subject().ttl().isZero()
                        ? "any time"
                        : plan.subject().ttl().toMillis() / 1e3 + " s")
                + " and writes over " + plan.blocks().label()
                + " blocks; its time stands still during turns of the limit");
        lines.add(
                plan.raw() == null
                        ? "no turns of the raw device"
                        : "the limit takes " + Text.bytes(plan.raw().bytesPerDrive()) + " per drive: direct writes of "
                                + Text.bytes(plan.raw().writeBytes()) + ", a sync per "
                                + Text.bytes(plan.raw().batchBytes()));
        return String.join(System.lineSeparator(), lines);
    }

    private static String length(ValueShape values) {
        return values.least() == values.most()
                ? Text.bytes(values.most())
                : values.name() + " (" + Text.bytes((long) values.mean()) + " in the mean)";
    }

    private static String rate(String what, double bytesPerSecond) {
        return bytesPerSecond == 0
                ? (what.equals("writes") ? "as fast as it goes" : "no " + what)
                : what + " at " + Text.bytes((long) bytesPerSecond) + "/s";
    }

    /**
     * {@return the tables at the end}
     *
     * @param result of a run
     */
    public static String text(IngestResult result) {
        LoadTurn store = result.store();
        Optional<RawTurn> limit = result.limit();
        List<List<String>> latencies = new ArrayList<>(List.of(Text.PERCENTILES));
        latencies.add(Text.percentiles("put", store.puts()));
        latencies.add(Text.percentiles("batch", store.batches()));
        latencies.add(Text.percentiles("read", store.reads()));
        limit.ifPresent(turn -> latencies.add(Text.percentiles("limit's batch", turn.batches())));

        List<List<String>> quarters = new ArrayList<>();
        quarters.add(List.of("quarter", "1", "2", "3", "4", "all"));
        quarters.add(row("store MB/s", result, 0, quarter -> quarter.store().bytesPerSecond() / 1e6));
        quarters.add(row("limit MB/s", result, 0, quarter -> limitRate(quarter.limit()) / 1e6));
        quarters.add(row("ratio", result, 3, Quarter::ratio));
        quarters.add(row(
                "batch p99 ms", result, 0, quarter -> percentile(quarter.store().batches(), 99) / 1e6));

        Memory memory = result.memory();
        Totals totals = result.totals();
        String separator = System.lineSeparator();
        return String.join(
                separator,
                "",
                Text.table(latencies),
                "",
                Text.table(quarters),
                "",
                "  ratio to the limit " + Text.of(result.ratio(), 3) + ", CPU s/GB " + Text.of(cpu(store), 2)
                        + " (limit "
                        + Text.of(limit.map(IngestReport::cpu).orElse(Double.NaN), 2) + "), batch max/p50 "
                        + Text.of(maxOverMedian(store.batches()), 2) + " (limit "
                        + Text.of(
                                limit.map(turn -> maxOverMedian(turn.batches())).orElse(Double.NaN), 2) + ")",
                "  live heap " + Text.bytes(memory.heapLiveBytes()) + ", peak RSS "
                        + (memory.rssPeakBytes().isPresent()
                                ? Text.bytes(memory.rssPeakBytes().getAsLong())
                                : "unknown")
                        + " (" + Text.bytes(memory.poolBytes()) + " of it the values' pool), disk at most "
                        + Text.bytes(memory.diskPeakBytes()),
                "  segments expired " + result.stats().segmentsExpired() + ", recycled "
                        + result.stats().segmentsRecycled(),
                "  reads verified " + totals.readsVerified() + ", " + faults(totals));
    }

    /**
     * {@return what must not have happened, and how often it did}
     *
     * @param totals of a run
     */
    public static String faults(Totals totals) {
        return "missing " + totals.readsMissing() + ", wrong " + totals.readsWrong() + ", failed "
                + totals.readsFailed() + "; puts of new keys refused " + totals.putsRefused();
    }

    private static List<String> row(String name, IngestResult result, int digits, ToDoubleFunction<Quarter> figure) {
        List<String> cells = new ArrayList<>(List.of(name));
        for (Quarter quarter : result.quarters()) {
            cells.add(Text.of(figure.applyAsDouble(quarter), digits));
        }
        cells.add(Text.of(figure.applyAsDouble(new Quarter(result.store(), result.limit())), digits));
        return cells;
    }

    private static double limitRate(Optional<RawTurn> limit) {
        return limit.map(RawTurn::bytesPerSecond).orElse(Double.NaN);
    }

    private static double percentile(Histogram nanos, double percentile) {
        return nanos.getTotalCount() == 0 ? Double.NaN : nanos.getValueAtPercentile(percentile);
    }

    private static double maxOverMedian(Histogram nanos) {
        return percentile(nanos, 100) / percentile(nanos, 50);
    }

    /** Nanoseconds a byte are seconds a gigabyte. */
    private static double cpu(LoadTurn turn) {
        return turn.bytes() == 0 ? Double.NaN : (double) turn.cpuNanos() / turn.bytes();
    }

    private static double cpu(RawTurn turn) {
        return turn.bytes() == 0 ? Double.NaN : (double) turn.cpuNanos() / turn.bytes();
    }

    /**
     * {@return everything, under the names of the results file}
     *
     * @param result of a run
     */
    public static Map<String, Object> json(IngestResult result) {
        LoadTurn store = result.store();
        Optional<RawTurn> limit = result.limit();
        Histogram limitBatches = limit.map(RawTurn::batches).orElseGet(LatencyRange::histogram);
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("command", "ingest");
        all.put("throughput_bytes_per_second", store.bytesPerSecond());
        all.put("limit_bytes_per_second", Json.number(limitRate(limit)));
        all.put("ratio", Json.number(result.ratio()));
        all.put(
                "quarters_ratio",
                result.quarters().stream()
                        .map(quarter -> Json.number(quarter.ratio()))
                        .toList());
        all.put("limit_batch_latency_us", Json.micros(limitBatches));
        all.put("batch_latency_us", Json.micros(store.batches()));
        all.put("put_latency_us", Json.micros(store.puts()));
        all.put("read_latency_us", Json.micros(store.reads()));
        counts(all, result.totals());
        all.put("cpu_seconds_per_gb", Json.number(cpu(store)));
        all.put(
                "limit_cpu_seconds_per_gb",
                Json.number(limit.map(IngestReport::cpu).orElse(Double.NaN)));
        Memory memory = result.memory();
        all.put("heap_live_bytes", memory.heapLiveBytes());
        all.put(
                "rss_peak_bytes",
                memory.rssPeakBytes().isPresent() ? memory.rssPeakBytes().getAsLong() : null);
        all.put("value_pool_bytes", memory.poolBytes());
        all.put("disk_peak_bytes", memory.diskPeakBytes());
        all.put("segments_expired", result.stats().segmentsExpired());
        all.put("segments_recycled", result.stats().segmentsRecycled());
        all.put("batch_max_over_p50", Json.number(maxOverMedian(store.batches())));
        all.put("limit_batch_max_over_p50", Json.number(maxOverMedian(limitBatches)));
        all.put("bytes", store.bytes());
        all.put("store_seconds", store.nanos() / 1e9);
        all.put("limit_files", limit.map(turn -> (Object) turn.streams()).orElse(null));
        all.put(
                "quarters",
                result.quarters().stream().map(IngestReport::quarter).toList());
        all.put("settings", settings(result.plan()));
        all.put("machine", Machine.description());
        return all;
    }

    private static void counts(Map<String, Object> all, Totals totals) {
        all.put("reads_verified", totals.readsVerified());
        all.put("reads_missing", totals.readsMissing());
        all.put("reads_wrong", totals.readsWrong());
        all.put("reads_failed", totals.readsFailed());
        all.put("reads_expired", totals.readsExpired());
        all.put("puts_refused", totals.putsRefused());
    }

    private static Map<String, Object> quarter(Quarter quarter) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("throughput_bytes_per_second", quarter.store().bytesPerSecond());
        all.put("limit_bytes_per_second", Json.number(limitRate(quarter.limit())));
        all.put("ratio", Json.number(quarter.ratio()));
        all.put("batch_latency_us", Json.micros(quarter.store().batches()));
        all.put("cpu_seconds_per_gb", Json.number(cpu(quarter.store())));
        return all;
    }

    static Map<String, Object> settings(IngestPlan plan) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("writers", plan.load().writers());
        all.put("key_bytes", plan.keys().keyBytes());
        all.put("value_bytes", plan.values().most());
        all.put("value_sizes", plan.values().name());
        all.put("compressibility", plan.values().compressibility());
        all.put("values_per_batch", plan.load().valuesPerBatch());
        all.put("ttl_ms", plan.subject().ttl().toMillis());
        all.put("max_bytes", plan.subject().maxBytes());
        all.put("write_bytes_per_second", plan.load().writeRate());
        all.put("read_bytes_per_second", plan.load().readRate());
        all.put("readers", plan.load().readers());
        all.put("seed", plan.seed());
        all.put("blocks", plan.blocks().label());
        all.put("drives", plan.subject().drives().size());
        all.put("tuning", plan.subject().tuning().toString());
        return all;
    }
}
