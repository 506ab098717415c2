package dev.varve.bench.suite;

import dev.varve.bench.report.Machine;
import dev.varve.bench.report.Text;
import dev.varve.bench.subject.RunClock;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectSpec.Flushes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Rows and rows at full speed, the rate of each step told so that a decay would show, then look-ups. For one thread. */
public final class Billions {
    /** Length of a key. */
    public static final int KEY_BYTES = 8;
    /** Length of a value. */
    public static final int VALUE_BYTES = 70;

    /**
     * What to do.
     *
     * @param rows how many
     * @param step after so many the rate is told
     * @param lookUps how many
     * @param seed of keys, values and choices
     */
    public record Plan(long rows, long step, long lookUps, long seed) {}

    private Billions() {}

    /**
     * One store's row.
     *
     * @param kind the store
     * @param opened the store, empty, and where its files lie
     * @param plan what to do
     * @param stopped whether to give up; what was reached is told all the same
     * @param out told of each step
     * @return names and figures
     * @throws IOException if the files cannot be looked at
     */
    public static Map<String, Object> run(
            StoreKind kind, Opened opened, Plan plan, BooleanSupplier stopped, Consumer<String> out)
            throws IOException {
        Rows rows = new Rows(plan.seed, KEY_BYTES, VALUE_BYTES);
        long memoryBefore = Machine.residentBytes().orElse(0);
        List<Double> rates = new ArrayList<>();
        long put = load(opened.subject, rows, plan, stopped, rate -> {
            rates.add(rate);
            out.accept(String.format(
                    Locale.ROOT,
                    "%-16s %14s rows  %10s rows/s",
                    kind.name(),
                    Text.of(Math.min(plan.rows, rates.size() * plan.step), 0),
                    Text.of(rate, 0)));
        });
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("store", kind.name());
        row.put("rows_put", put);
        row.put("rows_per_second", rates.stream().mapToDouble(d -> d).average().orElse(Double.NaN));
        row.put("rows_per_second_first", rates.isEmpty() ? null : rates.get(0));
        row.put("rows_per_second_last", rates.isEmpty() ? null : rates.get(rates.size() - 1));
        row.put("rates", rates);
        row.put("disk_bytes_per_row", (double) DiskBytes.below(opened.directory) / Math.max(1, put));
        row.put(
                "resident_bytes_per_row",
                (double) (Machine.residentBytes().orElse(0) - memoryBefore) / Math.max(1, put));
        if (put > 0 && !stopped.getAsBoolean()) {
            SplittableRandom random = new SplittableRandom(plan.seed);
            Measured reads = Measured.of(
                    "look-ups",
                    plan.lookUps,
                    rows.pairBytes(),
                    i -> {
                        long number = random.nextLong(put);
                        rows.check(number, opened.subject.get(rows.key(number), rows.target()));
                    },
                    () -> {});
            row.put("look_ups_per_second", 1e6 / reads.microsPerOp());
        }
        return row;
    }

    /**
     * An open store.
     *
     * @param subject it
     * @param directory where its files lie
     */
    public record Opened(Subject subject, Path directory) implements AutoCloseable {
        /**
         * {@return an empty store for many small rows}
         *
         * @param opener opens it
         * @param directory for its files
         * @throws IOException if it cannot be opened
         */
        public static Opened of(SubjectOpener opener, Path directory) throws IOException {
            Files.createDirectories(directory);
            SubjectSpec spec = new SubjectSpec(List.of(directory), Duration.ZERO, 0, SubjectSpec.Tuning.NONE)
                    .with(SubjectSpec.Shape.of(VALUE_BYTES, Flushes.AT_THE_END));
            return new Opened(opener.open(spec, new RunClock()), directory);
        }

        @Override
        public void close() {
            subject.close();
        }
    }

    private static long load(
            Subject subject, Rows rows, Plan plan, BooleanSupplier stopped, Consumer<Double> rateOfStep) {
        long put = 0;
        while (put < plan.rows && !stopped.getAsBoolean()) {
            long end = Math.min(plan.rows, put + plan.step);
            long start = System.nanoTime();
            long first = put;
            while (put < end) {
                subject.put(rows.key(put), rows.value(put));
                put++;
            }
            if (put == plan.rows) {
                subject.flush();
            }
            rateOfStep.accept((put - first) * 1e9 / (System.nanoTime() - start));
        }
        return put;
    }
}
