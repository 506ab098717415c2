package dev.varve.bench;

import dev.varve.bench.Quantities.Count;
import dev.varve.bench.contest.RandomReads;
import dev.varve.bench.contest.SmallPuts;
import dev.varve.bench.load.Keys;
import dev.varve.bench.report.Machine;
import dev.varve.bench.subject.RunClock;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectSpec.Tuning;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What {@code open} runs in a JVM of its own. */
@Command(name = "open-child", hidden = true, description = "What open runs in a JVM of its own.")
final class OpenChildCommand implements Callable<Integer> {
    private static final int KEY_BYTES = 16;
    private static final int VALUE_BYTES = 100;
    private static final int SAMPLE = 1000;

    @Spec
    private CommandSpec spec;

    @Parameters
    private What what;

    @Option(names = "--drive", required = true)
    private Path drive;

    @Option(names = "--keys", required = true)
    private Count count;

    private final SubjectOpener opener;

    OpenChildCommand(SubjectOpener opener) {
        this.opener = opener;
    }

    /** What to do. */
    enum What {
        /** Fill the store, then wait to be killed. */
        FILL,
        /** Open it, look at some keys, close it. */
        TIME
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Keys keys = new Keys(1, KEY_BYTES);
        SubjectSpec how = new SubjectSpec(List.of(drive), Duration.ZERO, 0, Tuning.NONE);
        long cpu = Machine.processCpuNanos();
        long start = System.nanoTime();
        try (Subject subject = opener.open(how, new RunClock())) {
            if (what == What.FILL) {
                new SmallPuts(subject, keys, VALUE_BYTES).fill(count.value(), () -> false);
                out.println("filled");
                // Until killed, or until the parent is gone.
                while (System.in.read() >= 0) {
                    continue;
                }
                return 1;
            }
            long opened = System.nanoTime();
            long cpuUsed = Machine.processCpuNanos() - cpu;
            RandomReads.Read get = RandomReads.get(subject, keys, VALUE_BYTES);
            SplittableRandom random = new SplittableRandom();
            get.read(random.nextLong(count.value()));
            long got = System.nanoTime();
            for (int i = 0; i < SAMPLE; i++) {
                get.read(random.nextLong(count.value()));
            }
            out.println("opened " + (opened - start) + " " + (got - opened) + " " + cpuUsed);
        }
        return 0;
    }
}
