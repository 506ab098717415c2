package dev.varve.bench;

import dev.varve.bench.raw.Blocks;
import dev.varve.bench.raw.GroupCommit;
import dev.varve.bench.raw.GroupCommit.Committer;
import dev.varve.bench.raw.SmallAppends;
import dev.varve.bench.report.Json;
import dev.varve.bench.report.OpsTurn;
import dev.varve.bench.report.Text;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The device under small durable writes. */
final class SmallLimit {
    static final int THREADS = 8;
    static final int[] OUTSTANDING = {1, 32, 1024};

    /** A 100 B value with a 16 B key, as a store would lay it down. */
    static final int RECORD_BYTES = 136;

    private static final long FILE_BYTES = 64L << 20;

    private final Path directory;
    private final Duration turn;
    private final PrintWriter out;
    private final List<List<String>> rows = new ArrayList<>();

    SmallLimit(Path directory, Duration seconds, PrintWriter out) {
        this.directory = directory;
        this.out = out;
        turn = seconds.dividedBy(Blocks.values().length + (long) OUTSTANDING.length * Committer.values().length);
    }

    void run(Map<String, Object> json) throws IOException {
        rows.add(List.of("small durable writes", "ops/s", "wait p50 us", "p99", "p99.9", "max"));
        try (SmallAppends appends = new SmallAppends(directory, FILE_BYTES)) {
            for (Blocks blocks : Blocks.values()) {
                OpsTurn reached = appends.turn(blocks, turn);
                row("4 KiB + sync, 1 thread, " + blocks.label() + " blocks", reached);
                json.put("append_" + blocks.label(), result(reached));
            }
        }
        try (GroupCommit group = new GroupCommit(directory, THREADS)) {
            for (int outstanding : OUTSTANDING) {
                OpsTurn best = ceiling(group, outstanding, RECORD_BYTES, turn);
                row("group commit, " + THREADS + " threads, " + outstanding + " outstanding", best);
                json.put("group_commit_" + outstanding, result(best));
            }
        }
        out.println();
        out.println(Text.table(rows));
    }

    /** {@return the better of the two ways to commit: each gets a turn} */
    static OpsTurn ceiling(GroupCommit group, int outstanding, int recordBytes, Duration turn) throws IOException {
        OpsTurn led = group.turn(Committer.LEADER, outstanding, recordBytes, turn);
        OpsTurn served = group.turn(Committer.THREAD, outstanding, recordBytes, turn);
        return led.opsPerSecond() > served.opsPerSecond() ? led : served;
    }

    private void row(String name, OpsTurn reached) {
        Histogram waits = reached.latencies();
        rows.add(List.of(
                name,
                Text.of(reached.opsPerSecond(), 0),
                Text.micros(waits, 50),
                Text.micros(waits, 99),
                Text.micros(waits, 99.9),
                Text.micros(waits, 100)));
    }

    static Map<String, Object> result(OpsTurn turn) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("ops_per_second", turn.opsPerSecond());
        all.put("latency_us", Json.micros(turn.latencies()));
        return all;
    }
}
