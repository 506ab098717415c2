package dev.varve.bench.suite;

import dev.varve.bench.subject.Capability;
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
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The classical fills and reads on one store. For one thread. */
public final class Fill {
    /** All names, in the order in which they make sense. */
    public static final List<String> NAMES = List.of(
            "fillseq", "fillsync", "fillrandom", "overwrite", "readrandom", "readmissing", "readseq", "deleteall");

    private static final int SYNCED_SHARE = 1000;

    private final StoreKind kind;
    private final SubjectOpener opener;
    private final Path directory;
    private final Plan plan;
    private final Consumer<String> out;
    private Subject subject;
    private int stores;

    /**
     * What to do.
     *
     * @param names of {@link #NAMES}
     * @param rows how many
     * @param keyBytes length of a key
     * @param valueBytes length of a value
     * @param seed of keys, values and choices
     */
    public record Plan(List<String> names, long rows, int keyBytes, int valueBytes, long seed) {}

    /**
     * A run.
     *
     * @param kind the store
     * @param opener opens it
     * @param directory for its files
     * @param plan what to do
     * @param out told of what is left out
     */
    public Fill(StoreKind kind, SubjectOpener opener, Path directory, Plan plan, Consumer<String> out) {
        this.kind = kind;
        this.opener = opener;
        this.directory = directory;
        this.plan = plan;
        this.out = out;
    }

    /**
     * Does all of it.
     *
     * @param stopped whether to give up
     * @param each told of each measurement
     * @throws IOException if a store cannot be opened
     */
    public void run(BooleanSupplier stopped, Consumer<Measured> each) throws IOException {
        try {
            for (String name : plan.names) {
                if (stopped.getAsBoolean()) {
                    return;
                }
                Measured measured = one(name);
                if (measured != null) {
                    each.accept(measured);
                }
            }
        } finally {
            close();
        }
    }

    private Measured one(String name) throws IOException {
        Rows rows = new Rows(plan.seed, plan.keyBytes, plan.valueBytes);
        return switch (name) {
            case "fillseq" -> fill(name, rows, row -> subject.put(rows.orderedKey(row), rows.value(row)));
            case "fillrandom" -> fill(name, rows, row -> subject.put(rows.key(row), rows.value(row)));
            case "fillsync" -> fillSync(rows);
            case "overwrite" -> overwrite(rows);
            case "readrandom" -> {
                filled(rows);
                SplittableRandom random = new SplittableRandom(plan.seed);
                yield Measured.of(
                        name,
                        plan.rows,
                        rows.pairBytes(),
                        i -> {
                            long row = random.nextLong(plan.rows);
                            rows.check(row, subject.get(rows.key(row), rows.target()));
                        },
                        () -> {});
            }
            case "readmissing" -> {
                filled(rows);
                yield Measured.of(name, plan.rows, 0, i -> missing(rows, i), () -> {});
            }
            case "readseq" -> readSeq(rows);
            default -> leftOut(name, "no store here is asked to delete: values go by age, see ingest with --ttl");
        };
    }

    private void missing(Rows rows, long i) {
        if (subject.get(rows.key(plan.rows + i), rows.target()) >= 0) {
            throw new IllegalStateException("row " + (plan.rows + i) + " was never put");
        }
    }

    private Measured fill(String name, Rows rows, Measured.Op op) throws IOException {
        open(Flushes.AT_THE_END);
        return Measured.of(name, plan.rows, rows.pairBytes(), op, subject::flush);
    }

    private Measured fillSync(Rows rows) throws IOException {
        if (!kind.capabilities().has(Capability.SMALL_FLUSHES)) {
            return leftOut("fillsync", "it is not one that " + Capability.SMALL_FLUSHES.meaning());
        }
        open(Flushes.EACH_BATCH);
        long synced = Math.max(1, plan.rows / SYNCED_SHARE);
        Measured.Op op = row -> subject.putDurable(rows.key(row), rows.value(row));
        Measured measured = Measured.of("fillsync", synced, rows.pairBytes(), op, () -> {});
        close();
        return measured;
    }

    private Measured overwrite(Rows rows) throws IOException {
        if (kind.capabilities().has(Capability.RACING_PUTS)) {
            return leftOut("overwrite", "a key keeps its first value (write once)");
        }
        filled(rows);
        SplittableRandom random = new SplittableRandom(plan.seed);
        return Measured.of(
                "overwrite",
                plan.rows,
                rows.pairBytes(),
                i -> {
                    long row = random.nextLong(plan.rows);
                    subject.put(rows.key(row), rows.value(row));
                },
                subject::flush);
    }

    private Measured readSeq(Rows rows) throws IOException {
        if (!kind.capabilities().has(Capability.SCAN)) {
            return leftOut("readseq", "it is not one that " + Capability.SCAN.meaning());
        }
        filled(rows);
        long start = System.nanoTime();
        long[] bytes = new long[1];
        long count = subject.scan((key, value) -> bytes[0] += key.remaining() + value.remaining());
        long nanos = System.nanoTime() - start;
        if (count != plan.rows) {
            throw new IllegalStateException("a scan saw " + count + " of " + plan.rows + " rows");
        }
        return new Measured("readseq", count, nanos, bytes[0]);
    }

    /** Random rows to read, put now unless they are there. */
    private void filled(Rows rows) throws IOException {
        if (subject == null || subject.get(rows.key(plan.rows - 1), rows.target()) < 0) {
            fill("fillrandom", rows, row -> subject.put(rows.key(row), rows.value(row)));
        }
    }

    private Measured leftOut(String name, String why) {
        out.accept(String.format(Locale.ROOT, "%-12s : left out of ", name) + kind.name() + ", " + why);
        return null;
    }

    private void open(Flushes flushes) throws IOException {
        close();
        Path own = Files.createDirectories(directory.resolve(kind.name() + "-" + stores++));
        SubjectSpec spec = new SubjectSpec(List.of(own), Duration.ZERO, 0, SubjectSpec.Tuning.NONE);
        subject = opener.open(spec.with(SubjectSpec.Shape.of(plan.valueBytes, flushes)), new RunClock());
    }

    private void close() {
        if (subject != null) {
            subject.close();
            subject = null;
        }
    }
}
