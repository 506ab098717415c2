package dev.varve.bench.ingest;

import dev.varve.bench.load.LoadTurn;
import dev.varve.bench.raw.RawTurn;
import dev.varve.bench.report.Machine;
import dev.varve.bench.report.Text;
import dev.varve.bench.subject.SubjectStats;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The lines while it runs. For one thread. */
final class IngestLog {
    private static final int LINES_PER_HEADER = 20;
    private static final String FORMAT = "%6s  %-8s %6s   %6s %6s %6s   %7s  %8s %8s %9s %8s";

    private final PrintWriter out;
    private final long start = System.nanoTime();
    private final long every;
    private final List<LoadTurn> pending = new ArrayList<>();
    private long lineAt = start;
    private int lines;

    /**
     * A log.
     *
     * @param out for people
     * @param every how much time a line stands for; a turn that is longer than it, or shorter, is added to others
     */
    IngestLog(PrintWriter out, Duration every) {
        this.out = out;
        this.every = every.toNanos();
    }

    void say(String text) {
        out.println(text);
    }

    void store(String phase, LoadTurn second, SubjectStats stats) {
        pending.add(second);
        if (System.nanoTime() - lineAt < every) {
            return;
        }
        lineAt = System.nanoTime();
        LoadTurn interval = LoadTurn.sum(pending);
        pending.clear();
        line(
                phase,
                Text.megabytes(interval.bytesPerSecond()),
                Text.millis(interval.batches(), 50),
                Text.millis(interval.batches(), 99),
                Text.millis(interval.batches(), 100),
                Text.of(interval.reads().getTotalCount() * 1e9 / interval.nanos(), 0),
                Text.of(stats.liveBytes() / 1e9, 2),
                Text.of(stats.segmentsExpired(), 0),
                Text.of(stats.segmentsRecycled(), 0),
                Text.of(Machine.heapBytes() / 1e6, 0));
    }

    void limit(RawTurn turn) {
        if (every > turn.nanos()) {
            return;
        }
        line(
                "limit",
                Text.megabytes(turn.bytesPerSecond()),
                Text.millis(turn.batches(), 50),
                Text.millis(turn.batches(), 99),
                Text.millis(turn.batches(), 100),
                "",
                "",
                "",
                "",
                Text.of(Machine.heapBytes() / 1e6, 0));
    }

    private void line(Object... cells) {
        if (lines++ % LINES_PER_HEADER == 0) {
            out.println(String.format(
                    Locale.ROOT,
                    FORMAT,
                    "s",
                    "turn",
                    "MB/s",
                    "p50",
                    "p99",
                    "max ms",
                    "reads/s",
                    "live GB",
                    "expired",
                    "recycled",
                    "heap MB"));
        }
        Object[] all = new Object[cells.length + 1];
        all[0] = Text.of((System.nanoTime() - start) / 1e9, 1);
        System.arraycopy(cells, 0, all, 1, cells.length);
        out.println(String.format(Locale.ROOT, FORMAT, all).stripTrailing());
    }
}
