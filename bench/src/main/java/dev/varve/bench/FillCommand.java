package dev.varve.bench;

import dev.varve.bench.Quantities.Count;
import dev.varve.bench.Quantities.Size;
import dev.varve.bench.load.Keys;
import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Text;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.suite.Fill;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The classical suite. */
@Command(
        name = "fill",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs the classical suite under its classical names, one thread, one line each. A fill ends with a flush, which "
                    + "counts; fillsync makes each of a thousandth of the rows durable; reads compare every value.",
            "A store that keeps the first value of a key has no overwrite, and deleteall is left out of all: values go by "
                    + "age, which ingest measures.",
            "Example: varve-bench fill --stores varve,rocksdb-leveled,lmdb --num 1M"
        })
final class FillCommand implements Callable<Integer> {
    private static final int OVERHEAD = 64;
    /** Fills into new stores, and what rivals keep twice for a while. */
    private static final int COPIES = 5;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--benchmarks",
            paramLabel = "NAME,...",
            split = ",",
            description = "Which, in this order (default: all of them).")
    private List<String> names = new ArrayList<>(Fill.NAMES);

    @Option(names = "--num", paramLabel = "N", defaultValue = "1M", description = "Rows (default: ${DEFAULT-VALUE}).")
    private Count num;

    @Option(
            names = "--key-size",
            paramLabel = "SIZE",
            defaultValue = "16",
            description = "Bytes of a key (default: ${DEFAULT-VALUE}).")
    private Size keySize;

    @Option(
            names = "--value-size",
            paramLabel = "SIZE",
            defaultValue = "100",
            description = "Bytes of a value (default: ${DEFAULT-VALUE}).")
    private Size valueSize;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of keys, values and choices (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private RowJvms rows;

    private final SubjectOpener opener;

    FillCommand(SubjectOpener opener) {
        this.opener = opener;
    }

    @Override
    public Integer call() throws IOException {
        Checks checks = new Checks(spec);
        checks.range("--num", num.value(), 1, 1L << 40);
        checks.range("--key-size", keySize.bytes(), Keys.BYTES_MIN, 1 << 16);
        checks.range("--value-size", valueSize.bytes(), 1, 1 << 26);
        for (String name : names) {
            if (!Fill.NAMES.contains(name)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--benchmarks: there is no '" + name + "'; valid: " + String.join(", ", Fill.NAMES));
            }
        }
        Map<String, Object> settings = Map.of(
                "num", num.value(), "key_bytes", keySize.bytes(), "value_bytes", valueSize.bytes(), "seed", seed);
        return rows.run(this::measure, FillCommand::table, settings);
    }

    private void measure(StoreKind kind, Scratch scratch, Consumer<Map<String, Object>> results) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        long needed = num.value() * (keySize.bytes() + valueSize.bytes() + OVERHEAD) * COPIES;
        DiskBudget.of(scratch.directories()).require(needed, "--num");
        Fill.Plan plan = new Fill.Plan(names, num.value(), (int) keySize.bytes(), (int) valueSize.bytes(), seed);
        Fill fill = new Fill(
                kind, RowJvms.opener(kind, opener), scratch.directories().get(0), plan, out::println);
        out.println(kind.name() + ": " + Text.of(num.value(), 0) + " rows, keys of " + keySize.bytes()
                + " B, values of " + valueSize.bytes() + " B");
        fill.run(scratch::isInterrupted, measured -> {
            out.println(measured.line());
            out.flush();
            results.accept(measured.json(kind.name()));
        });
    }

    /** Stores beside each other. */
    private static String table(List<Map<String, Object>> rows) {
        List<String> stores =
                rows.stream().map(row -> (String) row.get("store")).distinct().toList();
        List<List<String>> cells = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("micros/op"));
        header.addAll(stores);
        cells.add(header);
        for (String name : Fill.NAMES) {
            List<String> line = new ArrayList<>(List.of(name));
            for (String store : stores) {
                line.add(rows.stream()
                        .filter(row -> row.get("store").equals(store)
                                && row.get("name").equals(name))
                        .map(row -> Text.of(((Number) row.get("micros_per_op")).doubleValue(), 3))
                        .findFirst()
                        .orElse("-"));
            }
            cells.add(line);
        }
        return Text.table(cells);
    }
}
