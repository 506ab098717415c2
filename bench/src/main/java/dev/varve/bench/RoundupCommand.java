package dev.varve.bench;

import dev.varve.bench.Quantities.Count;
import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Text;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.suite.Roundup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Stores beside each other on little data. */
@Command(
        name = "roundup",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Loads 100,000 rows with keys of 8 B and values of 100 B, reads as many at random, lists all, and looks at what "
                    + "lies on the disk: one row a store. A JVM that has just started is a part of it.",
            "Example: varve-bench roundup --stores all"
        })
final class RoundupCommand implements Callable<Integer> {
    private static final int ROW_BYTES_MOST = 4096;

    @Spec
    private CommandSpec spec;

    @Option(names = "--num", paramLabel = "N", defaultValue = "100k", description = "Rows (default: ${DEFAULT-VALUE}).")
    private Count num;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of keys, values and choices (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private RowJvms rows;

    private final SubjectOpener opener;

    RoundupCommand(SubjectOpener opener) {
        this.opener = opener;
    }

    @Override
    public Integer call() throws IOException {
        new Checks(spec).range("--num", num.value(), 1, 1L << 32);
        return rows.run(this::measure, RoundupCommand::table, Map.of("num", num.value(), "seed", seed));
    }

    private void measure(StoreKind kind, Scratch scratch, Consumer<Map<String, Object>> results) throws IOException {
        DiskBudget.of(scratch.directories()).require(num.value() * ROW_BYTES_MOST, "--num");
        results.accept(Roundup.run(
                kind,
                RowJvms.opener(kind, opener),
                scratch.directories().get(0).resolve(kind.name()),
                num.value(),
                seed));
    }

    private static String table(List<Map<String, Object>> rows) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of("store", "load ms", "random reads ms", "scan ms", "disk", "bytes a row"));
        for (Map<String, Object> row : rows) {
            cells.add(List.of(
                    (String) row.get("store"),
                    Text.of(number(row, "load_ms"), 0),
                    Text.of(number(row, "random_reads_ms"), 0),
                    Text.of(number(row, "scan_ms"), 0),
                    Text.bytes((long) number(row, "disk_bytes")),
                    Text.of(number(row, "bytes_per_row"), 0)));
        }
        return Text.table(cells);
    }

    private static double number(Map<String, Object> row, String name) {
        return ((Number) row.get(name)).doubleValue();
    }
}
