package dev.varve.bench;

import dev.varve.bench.Quantities.Count;
import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.RawReads;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Text;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How long opening takes, in a fresh JVM each time. */
@Command(
        name = "open",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures opening a store of small values after kill -9 and after close, in a new JVM each time, next "
                        + "to a raw read of every byte of it.")
final class OpenCommand implements Callable<Integer> {
    private static final int RECORD_BYTES = 200;
    private static final int BUFFER_BYTES = 2 << 20;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "1M",
            description = "Keys, of 16 B, with values of 100 B (default: ${DEFAULT-VALUE}).")
    private Count count;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often a store is filled and opened (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Mixin
    private DriveOptions drives;

    @Override
    public Integer call() throws IOException {
        new Checks(spec).range("--keys", count.value(), 1, 1L << 40);
        new Checks(spec).range("--rounds", rounds, 1, 1000);
        drives.results().check();
        PrintWriter out = spec.commandLine().getOut();
        return drives.within(out, false, scratch -> {
            measure(scratch, out);
            return 0;
        });
    }

    private void measure(Scratch scratch, PrintWriter out) throws IOException {
        DiskBudget budget = DiskBudget.of(scratch.directories());
        if (count.value() * RECORD_BYTES > budget.bytesPerDrive()) {
            throw new Failure("not enough free space: " + Text.bytes(count.value() * RECORD_BYTES)
                    + " needed, a quarter of " + Text.bytes(budget.bytesFree()) + " is allowed");
        }
        Samples killed = new Samples("after kill -9", new ArrayList<>());
        Samples closed = new Samples("after close", new ArrayList<>());
        for (int round = 0; round < rounds && !scratch.isInterrupted(); round++) {
            Path store = scratch.directories().get(0).resolve("store-" + round);
            fillAndKill(scratch, store);
            killed.add(timed(scratch, store), readRaw(store));
            closed.add(timed(scratch, store), readRaw(store));
            out.println("round " + (round + 1) + ": " + killed.last() + "; " + closed.last());
        }
        if (!scratch.isInterrupted()) {
            out.println(Text.table(List.of(Samples.HEADER, killed.row(), closed.row())));
            drives.results().write("open", List.of(killed.json(), closed.json()));
        }
    }

    private List<String> arguments(String what, Path store) {
        return List.of("open-child", what, "--drive", store.toString(), "--keys", Long.toString(count.value()));
    }

    private void fillAndKill(Scratch scratch, Path store) throws IOException {
        try (ChildJvm child = new ChildJvm(arguments("fill", store))) {
            scratch.onInterrupt(child::kill);
            child.answer("filled");
        }
    }

    /** {@return nanoseconds: open, the first get, CPU of the open} */
    private List<Long> timed(Scratch scratch, Path store) throws IOException {
        try (ChildJvm child = new ChildJvm(arguments("time", store))) {
            scratch.onInterrupt(child::kill);
            List<Long> nanos = child.answer("opened");
            if (child.await() != 0) {
                throw new Failure("the child JVM that opened the store failed");
            }
            return nanos;
        }
    }

    private static long readRaw(Path store) throws IOException {
        ByteBuffer buffer = RawReads.buffer(BUFFER_BYTES);
        long start = System.nanoTime();
        try (Stream<Path> files = Files.walk(store)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                RawReads.readAll(file, buffer);
            }
        }
        return System.nanoTime() - start;
    }

    /** Openings of one kind. */
    private record Samples(String name, List<Sample> samples) {
        private static final List<String> HEADER = List.of(
                "open", "median ms", "least", "most", "CPU ms", "first get ms", "raw read ms", "open / raw read");

        private record Sample(long open, long firstGet, long cpu, long raw) {}

        void add(List<Long> nanos, long raw) {
            samples.add(new Sample(nanos.get(0), nanos.get(1), nanos.get(2), raw));
        }

        String last() {
            return name + " " + millis(samples.get(samples.size() - 1).open) + " ms";
        }

        private static String millis(double nanos) {
            return Text.of(nanos / 1e6, 1);
        }

        private double median(ToLongFunction<Sample> part) {
            long[] sorted = samples.stream().mapToLong(part).sorted().toArray();
            return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
        }

        List<String> row() {
            return List.of(
                    name,
                    millis(median(Sample::open)),
                    millis(samples.stream().mapToLong(Sample::open).min().orElseThrow()),
                    millis(samples.stream().mapToLong(Sample::open).max().orElseThrow()),
                    millis(median(Sample::cpu)),
                    millis(median(Sample::firstGet)),
                    millis(median(Sample::raw)),
                    Text.of(median(Sample::open) / median(Sample::raw), 2));
        }

        Map<String, Object> json() {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("name", "open " + name);
            all.put("seconds", median(Sample::open) / 1e9);
            all.put("cpu_seconds", median(Sample::cpu) / 1e9);
            all.put("first_get_seconds", median(Sample::firstGet) / 1e9);
            all.put(
                    "all_seconds",
                    samples.stream().map(sample -> sample.open / 1e9).toList());
            all.put("ceiling", "raw read of every byte");
            all.put("ceiling_seconds", median(Sample::raw) / 1e9);
            all.put("ratio", median(Sample::open) / median(Sample::raw));
            return all;
        }
    }
}
