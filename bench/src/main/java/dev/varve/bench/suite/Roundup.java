package dev.varve.bench.suite;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Loads, reads and lists a few small rows, and looks at what lies on the disk after it was closed. For one thread. */
public final class Roundup {
    /** Length of a key. */
    public static final int KEY_BYTES = 8;
    /** Length of a value. */
    public static final int VALUE_BYTES = 100;

    private Roundup() {}

    /**
     * One store's row.
     *
     * @param kind the store
     * @param opener opens it
     * @param directory for its files, empty
     * @param count rows
     * @param seed of keys, values and choices
     * @return names and figures
     * @throws IOException if the store cannot be opened, or its files looked at
     */
    public static Map<String, Object> run(StoreKind kind, SubjectOpener opener, Path directory, long count, long seed)
            throws IOException {
        Files.createDirectories(directory);
        Rows rows = new Rows(seed, KEY_BYTES, VALUE_BYTES);
        SubjectSpec spec = new SubjectSpec(List.of(directory), Duration.ZERO, 0, SubjectSpec.Tuning.NONE)
                .with(SubjectSpec.Shape.of(VALUE_BYTES, Flushes.AT_THE_END));
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("store", kind.name());
        try (Subject subject = opener.open(spec, new RunClock())) {
            Measured load = Measured.of(
                    "load", count, rows.pairBytes(), i -> subject.put(rows.key(i), rows.value(i)), subject::flush);
            SplittableRandom random = new SplittableRandom(seed);
            Measured reads = Measured.of(
                    "reads",
                    count,
                    rows.pairBytes(),
                    i -> {
                        long number = random.nextLong(count);
                        rows.check(number, subject.get(rows.key(number), rows.target()));
                    },
                    () -> {});
            long start = System.nanoTime();
            long seen = subject.scan((key, value) -> {});
            double scanMillis = (System.nanoTime() - start) / 1e6;
            if (seen != count) {
                throw new IllegalStateException("a scan saw " + seen + " of " + count + " rows");
            }
            row.put("load_ms", load.nanos() / 1e6);
            row.put("random_reads_ms", reads.nanos() / 1e6);
            row.put("scan_ms", scanMillis);
        }
        row.put("disk_bytes", DiskBytes.below(directory));
        row.put("bytes_per_row", (double) DiskBytes.below(directory) / count);
        return row;
    }
}
