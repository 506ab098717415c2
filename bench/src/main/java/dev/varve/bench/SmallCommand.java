package dev.varve.bench;

import dev.varve.bench.Quantities.Count;
import dev.varve.bench.Quantities.Size;
import dev.varve.bench.contest.Contender;
import dev.varve.bench.contest.Contest;
import dev.varve.bench.contest.Crew;
import dev.varve.bench.contest.SmallPuts;
import dev.varve.bench.load.Keys;
import dev.varve.bench.raw.Blocks;
import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.GroupCommit;
import dev.varve.bench.raw.RawStreams;
import dev.varve.bench.raw.RawTurn;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.OpsTurn;
import dev.varve.bench.report.Text;
import dev.varve.bench.subject.RunClock;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.segments.RecordLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Small values, async and durable. */
@Command(
        name = "small",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures puts of small values: async by 1 to 8 threads next to what the device could take of the same "
                        + "bytes, durable by 8 threads next to raw group commit.")
final class SmallCommand implements Callable<Integer> {
    private static final int[] THREADS = {1, 2, 4, 8};
    private static final long BYTES_LEAST = 256L << 20;
    private static final int THREADS_MOST = 64;
    private static final int ROUNDS = 3;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "1M",
            description = "Live keys at least, all put before anything is measured (default: ${DEFAULT-VALUE}).")
    private Count count;

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
            names = "--seconds",
            paramLabel = "TIME",
            defaultValue = "44",
            description =
                    "All turns together, warming up included; with --stores: of each store (default: ${DEFAULT-VALUE}).")
    private Duration seconds;

    @Mixin
    private StoresOption stores;

    @Option(
            names = "--threads",
            paramLabel = "N,...",
            split = ",",
            defaultValue = "1,2,4,8",
            description = "With --stores: threads that put async; durable puts have the most of them (default: "
                    + "${DEFAULT-VALUE}).")
    private List<Integer> threads;

    @Option(
            names = "--outstanding",
            paramLabel = "N,...",
            split = ",",
            defaultValue = "1,32,1024",
            description = "With --stores: durable puts of a thread before it waits (default: ${DEFAULT-VALUE}).")
    private List<Integer> outstanding;

    @Mixin
    private DriveOptions drives;

    @Mixin
    private LimitOptions limit;

    @Mixin
    private TuningOptions tuning;

    private final SubjectOpener opener;

    SmallCommand(SubjectOpener opener) {
        this.opener = opener;
    }

    @Override
    public Integer call() throws IOException {
        Checks checks = new Checks(spec);
        checks.range("--keys", count.value(), 1, 1L << 40);
        checks.range("--key-size", keySize.bytes(), Keys.BYTES_MIN, 1 << 20);
        checks.range("--value-size", valueSize.bytes(), Long.BYTES, 1 << 20);
        checks.moreThanZero("--seconds", seconds);
        threads.forEach(each -> checks.range("--threads", each, 1, THREADS_MOST));
        outstanding.forEach(each -> checks.range("--outstanding", each, 1, 1 << 20));
        drives.results().check();
        limit.check(spec);
        List<StoreKind> kinds = stores.kinds(spec);
        PrintWriter out = spec.commandLine().getOut();
        if (stores.isSeveral()) {
            return drives.within(out, false, scratch -> several(kinds, scratch, out));
        }
        return drives.within(out, false, scratch -> {
            Contest contest = contest(StoresOption.opener(kinds.get(0), opener), scratch, out);
            if (!scratch.isInterrupted()) {
                out.println(contest.table("small values"));
                drives.results().write("small", contest.json(), settings());
            }
            return 0;
        });
    }

    private int several(List<StoreKind> kinds, Scratch scratch, PrintWriter out) throws IOException {
        int recordBytes = recordBytes();
        DiskBudget budget = DiskBudget.of(scratch.directories());
        long bytes = storeBytes(recordBytes);
        long needed = bytes * kinds.size();
        if (needed > budget.bytesPerDrive()) {
            throw new Failure("not enough free space: " + kinds.size() + " stores need " + Text.bytes(needed)
                    + ", a quarter of " + Text.bytes(budget.bytesFree()) + " is allowed; name fewer --stores");
        }
        SmallStores.Shape shape = new SmallStores.Shape(
                count.value(),
                (int) keySize.bytes(),
                (int) valueSize.bytes(),
                recordBytes,
                threads,
                outstanding,
                seconds,
                bytes);
        SmallStores run = new SmallStores(scratch, shape, out);
        drives.results().write("small", run.run(kinds, limit.shape(budget, budget.bytesPerDrive() / 8)), settings());
        return run.hasFaults() ? 1 : 0;
    }

    private int recordBytes() {
        return (int) RecordLayout.recordLength((int) keySize.bytes(), valueSize.bytes(), false);
    }

    private long storeBytes(int recordBytes) {
        return Math.max(BYTES_LEAST, count.value() * recordBytes / 4 * 5);
    }

    private Map<String, Object> settings() {
        return ResultOptions.settings(count.value(), keySize.bytes(), valueSize.bytes());
    }

    private Contest contest(SubjectOpener chosen, Scratch scratch, PrintWriter out) throws IOException {
        int recordBytes = recordBytes();
        DiskBudget budget = DiskBudget.of(scratch.directories());
        long bytes = storeBytes(recordBytes);
        Path directory = scratch.directories().get(0);
        if (bytes > budget.bytesPerDrive() / 2 * scratch.directories().size()) {
            throw new Failure("not enough free space: the store needs " + Text.bytes(bytes) + ", half of a quarter of "
                    + Text.bytes(budget.bytesFree()) + " is allowed");
        }
        out.println("keys of " + keySize.bytes() + " B, values of " + valueSize.bytes() + " B, at least "
                + count.value() + " of them live; the store keeps at most " + Text.bytes(bytes));
        RunClock clock = new RunClock();
        SubjectSpec how = new SubjectSpec(scratch.directories(), Duration.ZERO, bytes, tuning.tuning());
        try (RawStreams raw = new RawStreams(List.of(directory), limit.shape(budget, budget.bytesPerDrive() / 4));
                GroupCommit group = new GroupCommit(directory, SmallLimit.THREADS);
                Crew crew = new Crew(THREADS[THREADS.length - 1]);
                Subject subject = chosen.open(how, clock)) {
            scratch.onInterrupt(raw::stop);
            scratch.onInterrupt(crew::stop);
            raw.lay(Duration.ofSeconds(2));
            SmallPuts puts = new SmallPuts(subject, new Keys(1, (int) keySize.bytes()), (int) valueSize.bytes());
            long start = System.nanoTime();
            puts.fill(count.value(), scratch::isInterrupted);
            if (!scratch.isInterrupted()) {
                out.println("filled at " + Text.of(count.value() * 1e9 / (System.nanoTime() - start), 0) + " puts/s");
            }
            List<Contender> contenders = new ArrayList<>(async(raw, crew, puts, recordBytes));
            contenders.addAll(durable(group, crew, puts, recordBytes));
            Contest contest = new Contest(contenders);
            contest.run(ROUNDS, seconds.dividedBy((ROUNDS + 1L) * contenders.size()));
            return contest;
        }
    }

    private static List<Contender> async(RawStreams raw, Crew crew, SmallPuts puts, int recordBytes) {
        String ceiling = "device, the same bytes";
        List<Contender> all = new ArrayList<>();
        all.add(Contender.ceiling(ceiling, length -> {
            RawTurn turn = raw.turn(4, Blocks.RECYCLED, length);
            return new OpsTurn(turn.bytes() / recordBytes, turn.nanos(), turn.cpuNanos(), LatencyRange.fineHistogram());
        }));
        for (int threads : THREADS) {
            all.add(new Contender(
                    "async, " + threads + (threads == 1 ? " thread" : " threads"),
                    ceiling,
                    length -> crew.run(threads, length, puts.async())));
        }
        return all;
    }

    private static List<Contender> durable(GroupCommit group, Crew crew, SmallPuts puts, int recordBytes) {
        List<Contender> all = new ArrayList<>();
        for (int outstanding : SmallLimit.OUTSTANDING) {
            String ceiling = "raw group commit, " + outstanding + " outstanding";
            all.add(Contender.ceiling(
                    ceiling, length -> SmallLimit.ceiling(group, outstanding, recordBytes, length.dividedBy(2))));
            all.add(new Contender(
                    "durable, " + SmallLimit.THREADS + " threads, " + outstanding + " outstanding",
                    ceiling,
                    length -> crew.run(SmallLimit.THREADS, length, puts.durable(outstanding))));
        }
        return all;
    }
}
