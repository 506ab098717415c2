package dev.varve.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.Quantities.Size;
import dev.varve.bench.child.ChildServer;
import dev.varve.bench.ingest.IngestChild;
import dev.varve.bench.ingest.IngestPlan;
import dev.varve.bench.ingest.IngestReport;
import dev.varve.bench.ingest.IngestResult;
import dev.varve.bench.ingest.IngestRun;
import dev.varve.bench.ingest.IntervalLog;
import dev.varve.bench.ingest.Progress;
import dev.varve.bench.ingest.StoresPlan;
import dev.varve.bench.ingest.StoresReport;
import dev.varve.bench.ingest.StoresRun;
import dev.varve.bench.load.Keys;
import dev.varve.bench.load.LoadSpec;
import dev.varve.bench.load.Quarters;
import dev.varve.bench.raw.Blocks;
import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.RawShape;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Text;
import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.subject.SubjectSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
    private static final int ROUNDS_MOST = 1000;
    private static final int RECORD_OVERHEAD = 40;
    private static final Duration TTL_SENSIBLE = Duration.ofDays(36_500);

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoresOption stores;

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

    @Option(names = "--keep", description = "Leave the store where it is and say where; see --resume.")
    private boolean keep;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description =
                    "The directory of a store that --keep left, one for each drive: verifies what earlier runs put, "
                            + "also if they were killed, and goes on. Sizes, writers and seed must be the same; the store stays.")
    private List<Path> resume = new ArrayList<>();

    @Option(names = "--soak", description = "For hours: a line a minute instead of a line a second.")
    private boolean soak;

    @Option(
            names = "--hlog",
            paramLabel = "FILE",
            description =
                    "Write the latencies of every second as an HdrHistogram interval log, tagged put, batch, read.")
    private Path hlog;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "With --stores: turns of each store (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--child",
            hidden = true,
            description = "A store of --stores, in its own JVM: answers on its input.")
    private StoreKind child;

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
        if (isResumed()) {
            load.seed(Progress.seedIn(resume.get(0)));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (child != null) {
            ChildServer server = new ChildServer(System.in, out);
            return server.serve(first -> new IngestChild(child, plan(first), server));
        }
        List<StoreKind> kinds = stores.kinds(spec);
        return drives.within(
                out,
                keep,
                scratch -> stores.isSeveral() ? several(kinds, scratch, out) : report(run(kinds, scratch, out), out));
    }

    private IngestResult run(List<StoreKind> kinds, Scratch scratch, PrintWriter out) throws IOException {
        IngestPlan plan = plan(scratch.directories(), 1);
        out.println(IngestReport.intentions(plan, DiskBudget.of(scratch.directories())));
        if (keep || isResumed()) {
            // Now, because a killed run cannot say it.
            out.println("the store stays in " + plan.subject().drives());
            out.flush();
        }
        SubjectOpener chosen = StoresOption.opener(kinds.get(0), opener);
        Duration every = soak ? Duration.ofMinutes(1) : Duration.ZERO;
        try (IntervalLog intervals = hlog == null ? null : new IntervalLog(hlog)) {
            IngestRun.Extras extras = new IngestRun.Extras(every, intervals, keep || isResumed(), isResumed());
            return new IngestRun(scratch, chosen, out, extras).run(plan);
        }
    }

    private boolean isResumed() {
        return !resume.isEmpty();
    }

    private int several(List<StoreKind> asked, Scratch scratch, PrintWriter out) throws IOException {
        Set<Capability> needed = EnumSet.of(Capability.DURABLE);
        if (blocks == Blocks.RECYCLED) {
            needed.add(Capability.BOUND);
            if (!load.ttl().isZero()) {
                needed.add(Capability.TTL);
            }
        }
        if (scratch.directories().size() > 1) {
            needed.add(Capability.DRIVES);
        }
        List<StoreKind> kinds = new ArrayList<>();
        Map<String, String> leftOut = new LinkedHashMap<>();
        for (StoreKind kind : asked) {
            kind.capabilities()
                    .reasonAgainst(needed)
                    .ifPresentOrElse(why -> leftOut.put(kind.name(), why), () -> kinds.add(kind));
        }
        if (kinds.isEmpty()) {
            throw new Failure("no store is left: " + leftOut + (blocks == Blocks.RECYCLED ? "; see --blocks new" : ""));
        }
        IngestPlan base = plan(scratch.directories(), kinds.size());
        Duration turn = seconds.dividedBy(3L * rounds);
        StoresPlan plan = new StoresPlan(
                base,
                kinds,
                leftOut,
                rounds,
                turn.multipliedBy(2),
                turn,
                base.subject().maxBytes());
        out.println(IngestReport.intentions(base, DiskBudget.of(scratch.directories())));
        out.println(StoresReport.intentions(plan));
        List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
        StoresRun run = new StoresRun(scratch, arguments, out);
        StoresReport report = new StoresReport(plan, run.run(plan), run.isCountedByDevice());
        out.println(report.text());
        drives.results().write(report.json());
        report.faults().forEach(fault -> spec.commandLine().getErr().println("varve-bench: " + fault));
        return report.faults().isEmpty() ? 0 : 1;
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
        if (stores.isSeveral() && (keep || isResumed() || soak || hlog != null)) {
            throw new ParameterException(
                    spec.commandLine(), "--keep, --resume, --soak and --hlog are for one store, not for --stores");
        }
        if (hlog != null && !Files.isDirectory(hlog.toAbsolutePath().getParent())) {
            throw new Failure("--hlog: no directory " + hlog.toAbsolutePath().getParent());
        }
        drives.results().check();
        limitOptions.check(spec);
        Checks checks = new Checks(spec);
        checks.moreThanZero("--seconds", seconds);
        checks.range("--rounds", rounds, 1, ROUNDS_MOST);
        checks.range("--limit-files", limitFiles, 0, RawShape.STREAMS[RawShape.STREAMS.length - 1]);
        if (maxBytes != null) {
            checks.range("--max-bytes", maxBytes.bytes(), MAX_BYTES_LEAST, Long.MAX_VALUE);
        }
    }

    /** What a store does that is told by its parent where, and how much. */
    private IngestPlan plan(JsonNode told) {
        List<Path> directories = new ArrayList<>();
        told.path("drives").forEach(drive -> directories.add(Path.of(drive.asText())));
        load.seed(told.path("seed").asLong());
        Duration ttl = Duration.ofMillis(told.path("ttl_millis").asLong());
        SubjectSpec subject = subject(directories, ttl, told.path("max_bytes").asLong());
        return plan(subject, null, Duration.ofMillis(told.path("run_millis").asLong()));
    }

    private IngestPlan plan(List<Path> directories, int stores) throws IOException {
        DiskBudget budget = DiskBudget.of(directories);
        RawShape raw = limit ? limitOptions.shape(budget, budget.bytesPerDrive() / LIMIT_SHARE) : null;
        long left = budget.bytesPerDrive() - (raw == null ? 0 : raw.bytesPerDrive());
        long bytes = maxBytes == null ? storeShare(left, directories.size()) / stores : maxBytes.bytes();
        long pair = load.keyBytes() + load.valueBytes();
        long least = Math.max(MAX_BYTES_LEAST, VALUES_LEAST * pair);
        if (bytes < least || left <= 0) {
            throw new Failure("not enough free space: " + Text.bytes(budget.bytesFree())
                    + " free, of which a quarter may be used; " + (stores == 1 ? "the" : "each") + " store would get "
                    + Text.bytes(Math.max(0, bytes)) + ", " + Text.bytes(least) + " needed");
        }
        Duration ttl = blocks == Blocks.NEW ? Duration.ZERO : load.ttl();
        List<Path> storeDirectories = isResumed() ? resume : directories;
        return plan(subject(storeDirectories, ttl, bytes), raw, seconds.plusMinutes(5));
    }

    private SubjectSpec subject(List<Path> directories, Duration ttl, long bytes) {
        return new SubjectSpec(directories, ttl, bytes, tuning.tuning())
                .with(SubjectSpec.Shape.of(load.valueBytes(), SubjectSpec.Flushes.EACH_BATCH));
    }

    private IngestPlan plan(SubjectSpec subject, RawShape raw, Duration runMost) {
        long pair = load.keyBytes() + load.valueBytes();
        Duration ttl = subject.ttl();
        LoadSpec.Life life = new LoadSpec.Life(
                ttl.compareTo(TTL_SENSIBLE) > 0 ? 0 : ttl.toNanos(),
                // A little less than three quarters of what the disk keeps is never among the oldest segments.
                (long) (subject.maxBytes() * 0.7 * pair / (pair + RECORD_OVERHEAD)),
                runMost.toNanos(),
                load.seed());
        LoadSpec work =
                new LoadSpec(load.writers(), load.batch(), load.writeRate(), load.readers(), load.readRate(), life);
        return new IngestPlan(
                new Keys(load.seed(), load.keyBytes()),
                load.values(),
                load.seed(),
                work,
                subject,
                blocks,
                raw,
                limitFiles,
                warmUp,
                Quarters.of(seconds, raw != null));
    }

    /** Beyond maxBytes there are active segments, prepared ones and spares: room for them is left. */
    private static long storeShare(long bytesPerDrive, int drives) {
        return bytesPerDrive / 4 * 3 * drives;
    }
}
