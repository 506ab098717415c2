package dev.varve.bench;

import dev.varve.bench.Quantities.Count;
import dev.varve.bench.Quantities.Size;
import dev.varve.bench.contest.ColdGets;
import dev.varve.bench.contest.Contender;
import dev.varve.bench.contest.Contest;
import dev.varve.bench.contest.Crew;
import dev.varve.bench.contest.RandomReads;
import dev.varve.bench.contest.SmallPuts;
import dev.varve.bench.load.Keys;
import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.PageCache;
import dev.varve.bench.raw.RawReads;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Json;
import dev.varve.bench.report.Machine;
import dev.varve.bench.report.Text;
import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.RunClock;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectSpec.Tuning;
import dev.varve.segments.RecordLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Random gets. */
@Command(
        name = "read",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures random gets: from the page cache by system call and by mapping next to the bare call and the "
                        + "bare copy, and cold next to a direct read of the device.")
final class ReadCommand implements Callable<Integer> {
    private static final int ROUNDS = 3;
    private static final int COPIES = 5;
    private static final double MEMORY_SHARE = 0.6;
    private static final String RAW_READ = "raw positional read";
    private static final String RAW_COPY = "raw copy from a mapping";
    private static final String RAW_DEVICE = "raw direct read";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "1M",
            description = "Keys in each store (default: ${DEFAULT-VALUE}).")
    private Count count;

    @Option(
            names = "--key-size",
            paramLabel = "SIZE",
            defaultValue = "32",
            description = "Bytes of a key (default: ${DEFAULT-VALUE}).")
    private Size keySize;

    @Option(
            names = "--value-size",
            paramLabel = "SIZE",
            defaultValue = "1KiB",
            description = "Bytes of a value (default: ${DEFAULT-VALUE}).")
    private Size valueSize;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads that read (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--seconds",
            paramLabel = "TIME",
            defaultValue = "28",
            description =
                    "All turns together, warming up included; with --stores: of each store (default: ${DEFAULT-VALUE}).")
    private Duration seconds;

    @Option(
            names = "--distribution",
            paramLabel = "KIND",
            defaultValue = "uniform",
            description = "Which keys are read: UNIFORM: all alike; ZIPF: few often, most hardly ever, as in YCSB "
                    + "(default: ${DEFAULT-VALUE}).")
    private RandomReads.Draw draw;

    @Mixin
    private StoresOption stores;

    @Mixin
    private DriveOptions drives;

    @Mixin
    private TuningOptions tuning;

    private final SubjectOpener opener;
    private final RunClock clock = new RunClock();
    private BooleanSupplier stopped = () -> false;

    ReadCommand(SubjectOpener opener) {
        this.opener = opener;
    }

    @Override
    public Integer call() throws IOException {
        Checks checks = new Checks(spec);
        checks.range("--keys", count.value(), 1, 1L << 32);
        checks.range("--key-size", keySize.bytes(), Keys.BYTES_MIN, 1 << 16);
        checks.range("--value-size", valueSize.bytes(), Long.BYTES, 1 << 19);
        checks.range("--threads", threads, 1, 1024);
        checks.moreThanZero("--seconds", seconds);
        drives.results().check();
        List<StoreKind> kinds = stores.kinds(spec);
        PrintWriter out = spec.commandLine().getOut();
        return drives.within(out, false, scratch -> {
            checkRoom(DiskBudget.of(scratch.directories()), stores.isSeveral() ? kinds.size() + 2 : COPIES);
            out.println(count.value() + " keys of " + keySize.bytes() + " B with values of " + valueSize.bytes()
                    + " B, " + threads + (threads == 1 ? " thread" : " threads"));
            return stores.isSeveral() ? several(kinds, scratch, out) : measure(kinds.get(0), scratch, out);
        });
    }

    private int several(List<StoreKind> kinds, Scratch scratch, PrintWriter out) throws IOException {
        ReadStores run = new ReadStores(
                scratch,
                new ReadStores.Shape(
                        count.value(), (int) keySize.bytes(), valueBytes(), recordBytes(), threads, draw, seconds),
                out);
        drives.results().write("read", run.run(kinds), settings());
        return run.hasFaults() ? 1 : 0;
    }

    private int measure(StoreKind kind, Scratch scratch, PrintWriter out) throws IOException {
        if (!kind.capabilities().has(Capability.REOPEN)) {
            throw new Failure(kind.name() + " cannot be read: "
                    + kind.capabilities()
                            .reasonAgainst(EnumSet.of(Capability.REOPEN))
                            .orElseThrow());
        }
        Path directory = scratch.directories().get(0);
        try (Crew crew = new Crew(threads);
                RawReads raw = new RawReads(directory, count.value(), recordBytes())) {
            scratch.onInterrupt(crew::stop);
            stopped = scratch::isInterrupted;
            List<Map<String, Object>> results = new ArrayList<>(cached(directory, raw, crew, out));
            results.addAll(cold(directory, raw, crew, out));
            if (!scratch.isInterrupted()) {
                drives.results().write("read", results, settings());
            }
        }
        return 0;
    }

    private int recordBytes() {
        return (int) RecordLayout.recordLength((int) keySize.bytes(), valueSize.bytes(), false);
    }

    private void checkRoom(DiskBudget budget, int copies) {
        long bytes = count.value() * recordBytes();
        if (bytes * copies > budget.bytesPerDrive()) {
            throw new Failure("not enough free space: " + Text.bytes(bytes * copies) + " needed, a quarter of "
                    + Text.bytes(budget.bytesFree()) + " is allowed; try fewer --keys");
        }
        if (bytes * (copies - 2) > Machine.memoryBytes() * MEMORY_SHARE) {
            throw new Failure("not enough memory: the page cache must hold " + Text.bytes(bytes * (copies - 2))
                    + "; try fewer --keys");
        }
    }

    private Keys keys() {
        return new Keys(1, (int) keySize.bytes());
    }

    private Map<String, Object> settings() {
        return ResultOptions.settings(count.value(), keySize.bytes(), valueSize.bytes());
    }

    private int valueBytes() {
        return (int) valueSize.bytes();
    }

    /** Filled and opened again: all segments are sealed then, and nothing is left in the write buffers. */
    private Subject filled(Path directory, Tuning how) throws IOException {
        SubjectSpec settings = new SubjectSpec(List.of(directory), Duration.ZERO, 0, how);
        try (Subject filling = opener.open(settings, clock)) {
            new SmallPuts(filling, keys(), valueBytes()).fill(count.value(), stopped);
        }
        return opener.open(settings, clock);
    }

    private List<Map<String, Object>> cached(Path directory, RawReads raw, Crew crew, PrintWriter out)
            throws IOException {
        Tuning buffered = tuning.tuning().withBuffered();
        try (Subject channel = filled(directory.resolve("channel"), buffered);
                Subject mapped = filled(directory.resolve("mapped"), buffered.withMapped())) {
            out.println(Text.bytes(PageCache.fill(directory)) + " in the page cache");
            List<Contender> all = List.of(
                    Contender.ceiling(RAW_READ, turns(crew, () -> {
                        ByteBuffer target = ByteBuffer.allocateDirect(recordBytes());
                        return number -> raw.read(number, target);
                    })),
                    new Contender(
                            "get, channel",
                            RAW_READ,
                            turns(crew, () -> RandomReads.get(channel, keys(), valueBytes()))),
                    // What any store must take whose index does not fit the processor's cache beside the kernel's data.
                    new Contender("raw read and an absent key's look-up", RAW_READ, turns(crew, () -> {
                        ByteBuffer target = ByteBuffer.allocateDirect(recordBytes());
                        RandomReads.Read miss = RandomReads.miss(channel, keys(), count.value() + (1L << 40));
                        return number -> {
                            raw.read(number, target);
                            miss.read(number);
                        };
                    })),
                    Contender.ceiling(RAW_COPY, turns(crew, () -> {
                        ByteBuffer target = ByteBuffer.allocateDirect(recordBytes());
                        return number -> raw.copy(number, target);
                    })),
                    new Contender(
                            "get, mapped", RAW_COPY, turns(crew, () -> RandomReads.get(mapped, keys(), valueBytes()))),
                    Contender.ceiling(
                            "get of an absent key",
                            turns(crew, () -> RandomReads.miss(channel, keys(), count.value() + (1L << 40)))));
            Contest contest = new Contest(all);
            contest.run(ROUNDS, turn());
            out.println(contest.table("from the page cache"));
            return contest.json();
        }
    }

    private Contender.Runner turns(Crew crew, RandomReads.ReadMaker maker) {
        RandomReads reads = new RandomReads(threads, count.value(), draw, maker);
        return length -> crew.run(threads, length, reads);
    }

    private Duration turn() {
        return seconds.dividedBy((ROUNDS + 1L) * 8);
    }

    private List<Map<String, Object>> cold(Path directory, RawReads raw, Crew crew, PrintWriter out)
            throws IOException {
        try (Subject subject = filled(directory.resolve("cold"), tuning.tuning())) {
            ByteBuffer target = raw.deviceBuffer();
            ColdGets gets = new ColdGets(RandomReads.get(subject, keys(), valueBytes()), count.value());
            RandomReads device = new RandomReads(1, Long.MAX_VALUE, () -> number -> raw.readDevice(number, target));
            Contest contest = new Contest(List.of(
                    Contender.ceiling(RAW_DEVICE, length -> crew.run(1, length, device)),
                    new Contender("get, cold", RAW_DEVICE, length -> gets.turn(crew, length))));
            contest.run(ROUNDS, turn());
            out.println();
            out.println(contest.table("from the device, 1 thread"));
            out.println("  read calls per cold get " + Text.of(gets.callsPerGet(), 2)
                    + (gets.isRepeating() ? " (TOO FEW KEYS: some were read twice, hence not cold)" : ""));
            List<Map<String, Object>> results = new ArrayList<>(contest.json());
            Map<String, Object> calls = new LinkedHashMap<>();
            calls.put("name", "read calls per cold get");
            calls.put("value", Json.number(gets.callsPerGet()));
            results.add(calls);
            return results;
        }
    }
}
