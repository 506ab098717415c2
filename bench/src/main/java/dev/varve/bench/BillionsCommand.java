package dev.varve.bench;

import dev.varve.bench.Quantities.Count;
import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Text;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.suite.Billions;
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
import picocli.CommandLine.Spec;

/** Very many small rows. */
@Command(
        name = "billions",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Loads rows of a random key of 8 B and a value of 70 B at full speed, tells the rate of each step, so that a decay "
                    + "would show, then looks rows up and compares them; bytes a row on disk and in memory.",
            "Example: varve-bench billions --rows 1G"
        })
final class BillionsCommand implements Callable<Integer> {
    private static final int ROW_BYTES = 144;

    @Spec
    private CommandSpec spec;

    @Option(names = "--rows", paramLabel = "N", defaultValue = "50M", description = "Rows (default: ${DEFAULT-VALUE}).")
    private Count count;

    @Option(
            names = "--step",
            paramLabel = "N",
            defaultValue = "10M",
            description = "After so many rows the rate is told (default: ${DEFAULT-VALUE}).")
    private Count step;

    @Option(
            names = "--look-ups",
            paramLabel = "N",
            defaultValue = "1M",
            description = "Rows looked up at the end (default: ${DEFAULT-VALUE}).")
    private Count lookUps;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of keys, values and choices (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private RowJvms rows;

    private final SubjectOpener opener;

    BillionsCommand(SubjectOpener opener) {
        this.opener = opener;
    }

    @Override
    public Integer call() throws IOException {
        Checks checks = new Checks(spec);
        checks.range("--rows", count.value(), 1, 1L << 40);
        checks.range("--step", step.value(), 1, 1L << 40);
        checks.range("--look-ups", lookUps.value(), 1, 1L << 40);
        Map<String, Object> settings =
                Map.of("rows", count.value(), "step", step.value(), "look_ups", lookUps.value(), "seed", seed);
        return rows.run(this::measure, BillionsCommand::table, settings);
    }

    private void measure(StoreKind kind, Scratch scratch, Consumer<Map<String, Object>> results) throws IOException {
        DiskBudget.of(scratch.directories()).require(count.value() * ROW_BYTES, "--rows");
        PrintWriter out = spec.commandLine().getOut();
        Billions.Plan plan = new Billions.Plan(count.value(), step.value(), lookUps.value(), seed);
        SubjectOpener chosen = RowJvms.opener(kind, opener);
        try (Billions.Opened opened =
                Billions.Opened.of(chosen, scratch.directories().get(0).resolve(kind.name()))) {
            results.accept(Billions.run(kind, opened, plan, scratch::isInterrupted, line -> {
                out.println(line);
                out.flush();
            }));
        }
    }

    private static String table(List<Map<String, Object>> rows) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of(
                "store", "rows", "rows/s", "first step", "last step", "look-ups/s", "disk B/row", "resident B/row"));
        for (Map<String, Object> row : rows) {
            cells.add(List.of(
                    (String) row.get("store"),
                    number(row, "rows_put", 0),
                    number(row, "rows_per_second", 0),
                    number(row, "rows_per_second_first", 0),
                    number(row, "rows_per_second_last", 0),
                    number(row, "look_ups_per_second", 0),
                    number(row, "disk_bytes_per_row", 1),
                    number(row, "resident_bytes_per_row", 1)));
        }
        return Text.table(cells);
    }

    private static String number(Map<String, Object> row, String name, int digits) {
        return row.get(name) instanceof Number number ? Text.of(number.doubleValue(), digits) : "-";
    }
}
