package dev.varve.bench;

import dev.varve.bench.Quantities.Size;
import dev.varve.bench.ingest.IngestPlan;
import dev.varve.bench.ingest.IngestReport;
import dev.varve.bench.ingest.IngestResult;
import dev.varve.bench.ingest.IngestRun;
import dev.varve.bench.load.Keys;
import dev.varve.bench.load.LoadSpec;
import dev.varve.bench.load.Quarters;
import dev.varve.bench.raw.Blocks;
import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.RawShape;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Text;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.subject.SubjectSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The main workload. */
@Command(
        name = "ingest",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures durable ingest with verified reads and expiry, in turns with the raw device. Takes at most "
                        + "a quarter of the free disk space and about a minute.")
final class IngestCommand implements Callable<Integer> {
    private static final long MAX_BYTES_LEAST = 16L << 20;
    private static final int VALUES_LEAST = 64;
    private static final int LIMIT_SHARE = 4;
    private static final int RECORD_OVERHEAD = 40;
    private static final Duration TTL_SENSIBLE = Duration.ofDays(36_500);

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Mixin
    private LoadOptions load;

    @Option(
            names = "--seconds",
            paramLabel = "TIME",
            defaultValue = "40",
            description = "The measured part: a third of it is the raw device's (default: ${DEFAULT-VALUE}).")
    private Duration seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            description = "Length of the warm-up (default: until segments are recycled).")
    private Duration warmUp;

    @Option(
            names = "--blocks",
            paramLabel = "KIND",
            defaultValue = "recycled",
            description =
                    "RECYCLED: steady state, expired segments are written over. NEW: files that grow, and a run that "
                            + "ends before the space does (default: ${DEFAULT-VALUE}).")
    private Blocks blocks;

    @Option(
            names = "--max-bytes",
            paramLabel = "SIZE",
            description = "Disk that the store may keep in use (default: what remains of a quarter of the free space).")
    private Size maxBytes;

    @Option(
            names = "--no-limit",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "false",
            description = "Whether to run turns of the raw device between those of the store.")
    private boolean limit;

    @Mixin
    private LimitOptions limitOptions;

    @Option(
            names = "--limit-files",
            paramLabel = "N",
            description = "Files per drive in the raw device's turns (default: the best of 1, 2, 4 and 8).")
    private int limitFiles;

    @Option(names = "--keep", description = "Leave the store where it is and say where.")
    private boolean keep;

    @Mixin
    private DriveOptions drives;

    @Mixin
    private TuningOptions tuning;

    private final SubjectOpener opener;

    IngestCommand(SubjectOpener opener) {
        this.opener = opener;
    }

    @Override
    public Integer call() throws IOException {
        check();
        PrintWriter out = spec.commandLine().getOut();
        return drives.within(out, keep, scratch -> report(run(scratch, out), out));
    }

    private IngestResult run(Scratch scratch, PrintWriter out) throws IOException {
        IngestPlan plan = plan(scratch.directories());
        out.println(IngestReport.intentions(plan, DiskBudget.of(scratch.directories())));
        IngestResult result = new IngestRun(scratch, store.opener(opener), out).run(plan);
        if (keep) {
            out.println("the store stays in " + scratch.directories());
        }
        return result;
    }

    private int report(IngestResult result, PrintWriter out) throws IOException {
        out.println(IngestReport.text(result));
        drives.results().write(IngestReport.json(result));
        if (!result.totals().isClean()) {
            spec.commandLine().getErr().println("varve-bench: " + IngestReport.faults(result.totals()));
            return 1;
        }
        return 0;
    }

    private void check() {
        load.check(spec);
        drives.results().check();
        limitOptions.check(spec);
        new Checks(spec).moreThanZero("--seconds", seconds);
        Checks checks = new Checks(spec);
        checks.range("--limit-files", limitFiles, 0, RawShape.STREAMS[RawShape.STREAMS.length - 1]);
        if (maxBytes != null) {
            checks.range("--max-bytes", maxBytes.bytes(), MAX_BYTES_LEAST, Long.MAX_VALUE);
        }
    }

    private IngestPlan plan(List<Path> directories) throws IOException {
        DiskBudget budget = DiskBudget.of(directories);
        RawShape raw = limit ? limitOptions.shape(budget, budget.bytesPerDrive() / LIMIT_SHARE) : null;
        long left = budget.bytesPerDrive() - (raw == null ? 0 : raw.bytesPerDrive());
        long bytes = maxBytes == null ? storeShare(left, directories.size()) : maxBytes.bytes();
        long pair = load.keyBytes() + load.valueBytes();
        if (bytes < Math.max(MAX_BYTES_LEAST, VALUES_LEAST * pair) || left <= 0) {
            throw new Failure("not enough free space: " + Text.bytes(budget.bytesFree())
                    + " free, of which a quarter may be used; the store would get " + Text.bytes(Math.max(0, bytes))
                    + ", " + Text.bytes(Math.max(MAX_BYTES_LEAST, VALUES_LEAST * pair)) + " needed");
        }
        Duration ttl = blocks == Blocks.NEW ? Duration.ZERO : load.ttl();
        SubjectSpec subject = new SubjectSpec(directories, ttl, bytes, tuning.tuning());
        LoadSpec.Life life = new LoadSpec.Life(
                ttl.compareTo(TTL_SENSIBLE) > 0 ? 0 : ttl.toNanos(),
                // A little less than three quarters of what the disk keeps is never among the oldest segments.
                (long) (bytes * 0.7 * pair / (pair + RECORD_OVERHEAD)),
                seconds.plusMinutes(5).toNanos(),
                load.seed());
        LoadSpec work =
                new LoadSpec(load.writers(), load.batch(), load.writeRate(), load.readers(), load.readRate(), life);
        return new IngestPlan(
                new Keys(load.seed(), load.keyBytes()),
                load.valueBytes(),
                load.seed(),
                work,
                subject,
                blocks,
                raw,
                limitFiles,
                warmUp,
                Quarters.of(seconds, limit));
    }

    /** Beyond maxBytes there are active segments, prepared ones and spares: room for them is left. */
    private static long storeShare(long bytesPerDrive, int drives) {
        return bytesPerDrive / 4 * 3 * drives;
    }
}
