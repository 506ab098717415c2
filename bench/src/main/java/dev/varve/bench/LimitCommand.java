package dev.varve.bench;

import dev.varve.bench.raw.Blocks;
import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.RawShape;
import dev.varve.bench.raw.RawStreams;
import dev.varve.bench.raw.RawSurvey;
import dev.varve.bench.raw.RawTurn;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Json;
import dev.varve.bench.report.Machine;
import dev.varve.bench.report.Text;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The device alone. */
@Command(
        name = "limit",
        mixinStandardHelpOptions = true,
        description =
                "Measures the raw device: the best of 1, 2, 4 and 8 files, direct 2 MiB writes, a sync per 64 MiB, "
                        + "over new and over recycled blocks.")
final class LimitCommand implements Callable<Integer> {
    private static final Duration TURN_SPLIT = Duration.ofSeconds(3);

    @Spec
    private CommandSpec spec;

    @Mixin
    private DriveOptions drives;

    @Option(
            names = "--seconds",
            paramLabel = "TIME",
            defaultValue = "24",
            description = "Measured time in all (default: ${DEFAULT-VALUE}).")
    private Duration seconds;

    @Option(
            names = "--small",
            description = "Measure small durable writes instead: 4 KiB appends with a sync each, and group commit of "
                    + "small records by 8 threads.")
    private boolean small;

    @Mixin
    private LimitOptions limit;

    @Override
    public Integer call() throws IOException {
        new Checks(spec).moreThanZero("--seconds", seconds);
        drives.results().check();
        limit.check(spec);
        PrintWriter out = spec.commandLine().getOut();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("command", small ? "limit --small" : "limit");
        json.put("machine", Machine.description());
        return drives.within(out, false, scratch -> {
            if (small) {
                new SmallLimit(scratch.directories().get(0), seconds, out).run(json);
            } else {
                large(scratch, out, json);
            }
            if (!scratch.isInterrupted()) {
                drives.results().write(json);
            }
            return 0;
        });
    }

    private void large(Scratch scratch, PrintWriter out, Map<String, Object> json) throws IOException {
        DiskBudget budget = DiskBudget.of(scratch.directories());
        RawShape shape = limit.shape(budget, budget.bytesPerDrive());
        try (RawStreams raw = new RawStreams(scratch.directories(), shape)) {
            scratch.onInterrupt(raw::stop);
            out.println("drives " + scratch.directories() + ", "
                    + (raw.isDirect() ? "direct I/O" : "BUFFERED I/O: the file system refuses direct I/O")
                    + ", at most "
                    + Text.bytes(shape.bytesPerDrive()) + " each (" + Text.bytes(budget.bytesFree()) + " free)");
            Duration half = seconds.dividedBy(2);
            int rounds = half.compareTo(TURN_SPLIT.multipliedBy(RawShape.STREAMS.length)) >= 0 ? 2 : 1;
            Duration turn = half.dividedBy((long) rounds * RawShape.STREAMS.length);
            RawSurvey fresh = RawSurvey.run(raw, Blocks.NEW, rounds, turn);
            raw.lay(Duration.ofSeconds(Math.max(1, half.toSeconds())));
            RawSurvey recycled = RawSurvey.run(raw, Blocks.RECYCLED, rounds, turn);
            if (!scratch.isInterrupted()) {
                report(List.of(fresh, recycled), out, json);
                json.put("direct", raw.isDirect());
            }
        }
    }

    private static void report(List<RawSurvey> surveys, PrintWriter out, Map<String, Object> json) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("blocks", "files", "MB/s", "batch p50 ms", "p99", "max", "CPU s/GB"));
        List<Map<String, Object>> turns = new ArrayList<>();
        for (RawSurvey survey : surveys) {
            for (RawTurn sum : survey.sums()) {
                rows.add(List.of(
                        sum.blocks().label() + (sum.equals(survey.best()) ? " *" : ""),
                        Integer.toString(sum.streams()),
                        Text.megabytes(sum.bytesPerSecond()),
                        Text.millis(sum.batches(), 50),
                        Text.millis(sum.batches(), 99),
                        Text.millis(sum.batches(), 100),
                        Text.of(cpuPerGigabyte(sum), 2)));
                turns.add(turn(sum));
            }
        }
        out.println();
        out.println(Text.table(rows));
        out.println("  * the limit");
        RawTurn fresh = surveys.get(0).best();
        RawTurn recycled = surveys.get(1).best();
        json.put("limit_bytes_per_second", recycled.bytesPerSecond());
        json.put("limit_files", recycled.streams());
        json.put("limit_batch_latency_us", Json.micros(recycled.batches()));
        json.put("limit_new_bytes_per_second", fresh.bytesPerSecond());
        json.put("limit_new_files", fresh.streams());
        json.put("limit_new_batch_latency_us", Json.micros(fresh.batches()));
        json.put("limit_cpu_seconds_per_gb", cpuPerGigabyte(recycled));
        json.put("turns", turns);
    }

    static double cpuPerGigabyte(RawTurn turn) {
        return turn.bytes() == 0 ? Double.NaN : (double) turn.cpuNanos() / turn.bytes();
    }

    private static Map<String, Object> turn(RawTurn turn) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("blocks", turn.blocks().label());
        all.put("files", turn.streams());
        all.put("bytes_per_second", turn.bytesPerSecond());
        all.put("bytes", turn.bytes());
        all.put("batch_latency_us", Json.micros(turn.batches()));
        all.put("cpu_seconds_per_gb", Json.number(cpuPerGigabyte(turn)));
        return all;
    }
}
