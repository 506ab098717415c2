package dev.varve.bench.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.child.Packed;
import dev.varve.bench.load.LoadTurn;
import dev.varve.bench.raw.RawSurvey;
import dev.varve.bench.raw.RawTurn;
import dev.varve.bench.report.Json;
import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.Machine;
import dev.varve.bench.report.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** What a run of several stores says of itself. */
public final class StoresReport {
    private final StoresPlan plan;
    private final List<StoreRow> rows;
    private final boolean isByDevice;

    /**
     * A report.
     *
     * @param plan what was done
     * @param rows what was reached
     * @param isByDevice whether the write amplification is the device's own count
     */
    public StoresReport(StoresPlan plan, List<StoreRow> rows, boolean isByDevice) {
        this.plan = plan;
        this.rows = List.copyOf(rows);
        this.isByDevice = isByDevice;
    }

    /**
     * {@return what is going to happen}
     *
     * @param plan decided
     */
    public static String intentions(StoresPlan plan) {
        List<String> lines = new ArrayList<>();
        plan.kinds().forEach(kind -> lines.add(kind.name() + ": " + kind.settings()));
        plan.leftOut().forEach((name, why) -> lines.add(name + " is left out, " + why));
        lines.add(plan.rounds() + " rounds of turns of "
                + Text.of(plan.storeTurn().toMillis() / 1e3, 1)
                + " s for each store, the raw device "
                + Text.of(plan.limitTurn().toMillis() / 1e3, 1)
                + " s before and after each; each store may keep " + Text.bytes(plan.bytesPerStore()) + ", "
                + againstMemory(plan.bytesPerStore()));
        return String.join(System.lineSeparator(), lines);
    }

    private static String againstMemory(long bytes) {
        return Text.of((double) bytes / Machine.memoryBytes(), 2) + " of the memory"
                + (bytes < Machine.memoryBytes() ? ", so reads may come from the page cache" : "");
    }

    /** {@return the tables at the end} */
    public String text() {
        List<List<String>> rates = new ArrayList<>();
        rates.add(List.of("store", "MB/s", "ratio", "min", "max", "batch ms p50", "p99", "max", "max/p50", "read p99"));
        List<List<String>> costs = new ArrayList<>();
        costs.add(List.of(
                "store", "CPU s/GB", "write amp.", "space amp.", "peak RSS", "live heap", "disk peak", "verified"));
        List<String> ends = new ArrayList<>();
        for (StoreRow row : rows) {
            LoadTurn sum = LoadTurn.sum(row.turns());
            Spread spread = Spread.of(row.ratios());
            Histogram batches = sum.batches();
            rates.add(List.of(
                    row.kind().name(),
                    Text.megabytes(sum.bytesPerSecond()),
                    Text.of(spread.median, 3),
                    Text.of(spread.least, 3),
                    Text.of(spread.most, 3),
                    Text.millis(batches, 50),
                    Text.millis(batches, 99),
                    Text.millis(batches, 100),
                    Text.of(maxOverMedian(batches), 2),
                    Text.millis(sum.reads(), 99)));
            costs.add(List.of(
                    row.kind().name(),
                    Text.of(cpu(sum), 2),
                    Text.of(row.writeAmplification(isByDevice), 2),
                    Text.of(figure(row, "space_amplification"), 2),
                    bytes(row, "rss_peak_bytes"),
                    bytes(row, "heap_live_bytes"),
                    bytes(row, "disk_peak_bytes"),
                    Text.of(figure(row, "reads_verified"), 0)));
            if (row.reason() != null) {
                ends.add("  " + row.kind().name() + " ended early: " + row.reason());
            }
        }
        limit().ifPresent(limit -> rates.add(List.of(
                "limit",
                Text.megabytes(limit.bytesPerSecond()),
                "1",
                "",
                "",
                Text.millis(limit.batches(), 50),
                Text.millis(limit.batches(), 99),
                Text.millis(limit.batches(), 100),
                Text.of(maxOverMedian(limit.batches()), 2),
                "")));
        plan.leftOut().forEach((name, why) -> ends.add("  " + name + " was left out, " + why));
        ends.add(
                "  the ratio is to the raw device just before and after each turn: median, least and most of the rounds;"
                        + " write amplification is counted by the " + (isByDevice ? "device" : "process"));
        String separator = System.lineSeparator();
        return separator
                + Text.table(rates)
                + separator
                + separator
                + Text.table(costs)
                + separator
                + separator
                + String.join(separator, ends);
    }

    /** {@return what went wrong, one line for each store; empty: nothing} */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (StoreRow row : rows) {
            if (row.reason() != null) {
                faults.add(row.kind().name() + ": " + row.reason());
            } else if (row.figures() != null && row.figures().hasNonNull("faults")) {
                faults.add(
                        row.kind().name() + ": " + row.figures().get("faults").asText());
            }
        }
        return faults;
    }

    private Optional<RawTurn> limit() {
        List<RawTurn> all = new ArrayList<>();
        rows.forEach(row -> row.limits().forEach(limit -> limit.ifPresent(all::add)));
        return RawSurvey.sum(all);
    }

    private static double figure(StoreRow row, String name) {
        JsonNode figures = row.figures();
        return figures == null || !figures.hasNonNull(name)
                ? Double.NaN
                : figures.get(name).asDouble();
    }

    private static String bytes(StoreRow row, String name) {
        double value = figure(row, name);
        return Double.isNaN(value) ? "-" : Text.bytes((long) value);
    }

    private static double maxOverMedian(Histogram nanos) {
        return nanos.getTotalCount() == 0 ? Double.NaN : (double) nanos.getMaxValue() / nanos.getValueAtPercentile(50);
    }

    /** Nanoseconds a byte are seconds a gigabyte. */
    private static double cpu(LoadTurn sum) {
        return sum.bytes() == 0 ? Double.NaN : (double) sum.cpuNanos() / sum.bytes();
    }

    /** Median, least and most; not-a-number of nothing. */
    private record Spread(double median, double least, double most) {
        static Spread of(double[] values) {
            double[] sorted = Arrays.stream(values)
                    .filter(value -> !Double.isNaN(value))
                    .sorted()
                    .toArray();
            if (sorted.length == 0) {
                return new Spread(Double.NaN, Double.NaN, Double.NaN);
            }
            int middle = sorted.length / 2;
            double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
            return new Spread(median, sorted[0], sorted[sorted.length - 1]);
        }
    }

    /** {@return everything, under the names of the results file} */
    public Map<String, Object> json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("command", "ingest");
        all.put("stores", rows.stream().map(this::json).toList());
        all.put("left_out", plan.leftOut());
        Histogram limitBatches = limit().map(RawTurn::batches).orElseGet(LatencyRange::histogram);
        all.put(
                "limit_bytes_per_second",
                Json.number(limit().map(RawTurn::bytesPerSecond).orElse(Double.NaN)));
        all.put("limit_batch_latency_us", Json.micros(limitBatches));
        all.put("limit_batch_histogram", Packed.histogram(limitBatches));
        all.put("limit_files", limit().map(turn -> (Object) turn.streams()).orElse(null));
        all.put("rounds", plan.rounds());
        all.put("store_turn_seconds", plan.storeTurn().toMillis() / 1e3);
        all.put("limit_turn_seconds", plan.limitTurn().toMillis() / 1e3);
        all.put("bytes_per_store", plan.bytesPerStore());
        all.put("bytes_per_store_over_memory", (double) plan.bytesPerStore() / Machine.memoryBytes());
        all.put("write_amplification_from", isByDevice ? "device" : "process");
        all.put("settings", IngestReport.settings(plan.base()));
        all.put("machine", Machine.description());
        return all;
    }

    private Map<String, Object> json(StoreRow row) {
        LoadTurn sum = LoadTurn.sum(row.turns());
        Spread spread = Spread.of(row.ratios());
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("name", row.kind().name());
        one.put("settings", row.kind().settings());
        one.put("jvm_flags", row.kind().jvmFlags());
        one.put("ended_early", row.reason());
        one.put("throughput_bytes_per_second", sum.bytesPerSecond());
        one.put("ratio", Json.number(spread.median));
        one.put("ratio_min", Json.number(spread.least));
        one.put("ratio_max", Json.number(spread.most));
        one.put("rounds", rounds(row));
        one.put("batch_latency_us", Json.micros(sum.batches()));
        one.put("put_latency_us", Json.micros(sum.puts()));
        one.put("read_latency_us", Json.micros(sum.reads()));
        one.put("batch_max_over_p50", Json.number(maxOverMedian(sum.batches())));
        one.put("cpu_seconds_per_gb", Json.number(cpu(sum)));
        one.put("write_amplification", Json.number(row.writeAmplification(isByDevice)));
        one.put("write_amplification_of_process", Json.number(row.writeAmplification(false)));
        one.put("bytes", sum.bytes());
        one.put("store_seconds", sum.nanos() / 1e9);
        if (row.figures() != null) {
            row.figures().properties().forEach(field -> one.put(field.getKey(), field.getValue()));
        }
        Map<String, Object> histograms = new LinkedHashMap<>();
        histograms.put("put", Packed.histogram(sum.puts()));
        histograms.put("batch", Packed.histogram(sum.batches()));
        histograms.put("read", Packed.histogram(sum.reads()));
        one.put("histograms", histograms);
        one.put("series", row.series());
        return one;
    }

    private static List<Map<String, Object>> rounds(StoreRow row) {
        double[] ratios = row.ratios();
        List<Map<String, Object>> rounds = new ArrayList<>();
        for (int i = 0; i < ratios.length; i++) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("throughput_bytes_per_second", row.turns().get(i).bytesPerSecond());
            one.put(
                    "limit_bytes_per_second",
                    Json.number(row.limits().get(i).map(RawTurn::bytesPerSecond).orElse(Double.NaN)));
            one.put("ratio", Json.number(ratios[i]));
            rounds.add(one);
        }
        return rounds;
    }
}
