package dev.varve.bench;

import dev.varve.bench.contest.Contender;
import dev.varve.bench.contest.Contest;
import dev.varve.bench.contest.OpsStore;
import dev.varve.bench.raw.Blocks;
import dev.varve.bench.raw.GroupCommit;
import dev.varve.bench.raw.RawShape;
import dev.varve.bench.raw.RawStreams;
import dev.varve.bench.raw.RawTurn;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.OpsTurn;
import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.StoreKind;
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
import java.util.Optional;
import java.util.Set;

/**
 * Small puts into several stores, each in a JVM of its own: first all of them async, then all durable, in turns with each
 * other and the raw device. For one thread.
 */
final class SmallStores {
    private static final int ROUNDS = 3;

    private final Scratch scratch;
    private final PrintWriter out;
    private final Shape shape;
    private final List<String> ends = new ArrayList<>();

    /** What is put, by how many threads, and for how long. */
    record Shape(
            long keys,
            int keyBytes,
            int valueBytes,
            int recordBytes,
            List<Integer> threads,
            List<Integer> outstanding,
            Duration secondsPerStore,
            long maxBytes) {
        int threadsMost() {
            return threads.stream().mapToInt(Integer::intValue).max().orElse(1);
        }
    }

    SmallStores(Scratch scratch, Shape shape, PrintWriter out) {
        this.scratch = scratch;
        this.shape = shape;
        this.out = out;
    }

    /** {@return the rows of all stores; prints them as well} */
    List<Map<String, Object>> run(List<StoreKind> kinds, RawShape raw) throws IOException {
        Path directory = scratch.directories().get(0);
        List<Map<String, Object>> results = new ArrayList<>();
        kinds.forEach(kind -> out.println(kind.name() + ": " + kind.settings()));
        try (RawStreams streams = new RawStreams(List.of(directory), raw)) {
            scratch.onInterrupt(streams::stop);
            streams.lay(Duration.ofSeconds(2));
            results.addAll(measured("async", kinds, stores -> async(streams, stores)));
        }
        List<StoreKind> durable = new ArrayList<>();
        for (StoreKind kind : kinds) {
            Set<Capability> needed = EnumSet.of(Capability.DURABLE, Capability.SMALL_FLUSHES);
            Optional<String> why = kind.capabilities().reasonAgainst(needed);
            why.ifPresentOrElse(
                    reason -> ends.add(kind.name() + " was left out of durable puts, " + reason),
                    () -> durable.add(kind));
        }
        if (!scratch.isInterrupted() && !durable.isEmpty()) {
            try (GroupCommit group = new GroupCommit(directory, shape.threadsMost())) {
                results.addAll(measured("durable", durable, stores -> durable(group, stores)));
            }
        }
        ends.forEach(end -> out.println("  " + end));
        return results;
    }

    boolean hasFaults() {
        return ends.stream().anyMatch(end -> end.contains(" ended early: "));
    }

    private interface Rows {
        List<Contender> of(List<OpsStore> stores);
    }

    private List<Map<String, Object>> measured(String mode, List<StoreKind> kinds, Rows rows) throws IOException {
        List<OpsStore> stores = new ArrayList<>();
        try {
            for (StoreKind kind : kinds) {
                Map<String, Object> how = new LinkedHashMap<>();
                how.put("keys", shape.keys());
                how.put("key_bytes", shape.keyBytes());
                how.put("value_bytes", shape.valueBytes());
                how.put("threads", shape.threadsMost());
                how.put("max_bytes", shape.maxBytes());
                how.put("async", mode.equals("async"));
                Path drive =
                        Files.createDirectories(scratch.directories().get(0).resolve(mode));
                OpsStore store = new OpsStore(kind, kind.name(), drive, how, out);
                scratch.onInterrupt(store::kill);
                stores.add(store);
            }
            stores.forEach(store -> store.run("fill"));
            List<Contender> contenders = rows.of(stores);
            Contest contest = new Contest(contenders);
            Duration all = shape.secondsPerStore().multipliedBy(kinds.size()).dividedBy(2);
            if (!scratch.isInterrupted()) {
                contest.run(ROUNDS, all.dividedBy((ROUNDS + 1L) * contenders.size()));
                out.println(contest.table("small values, " + mode));
                out.println();
            }
            stores.stream()
                    .filter(store -> store.reason() != null)
                    .forEach(store -> ends.add(store.name() + " ended early: " + store.reason()));
            return contest.json();
        } finally {
            for (OpsStore store : stores) {
                store.close();
            }
        }
    }

    private List<Contender> async(RawStreams raw, List<OpsStore> stores) {
        String ceiling = "device, the same bytes";
        List<Contender> all = new ArrayList<>();
        all.add(Contender.ceiling(ceiling, length -> {
            RawTurn turn = raw.turn(4, Blocks.RECYCLED, length);
            return new OpsTurn(
                    turn.bytes() / shape.recordBytes(), turn.nanos(), turn.cpuNanos(), LatencyRange.fineHistogram());
        }));
        for (int threads : shape.threads()) {
            for (OpsStore store : stores) {
                all.add(new Contender(
                        store.name() + " async, " + threads(threads),
                        ceiling,
                        length -> store.turn("async", threads, 0, length)));
            }
        }
        return all;
    }

    private List<Contender> durable(GroupCommit group, List<OpsStore> stores) {
        List<Contender> all = new ArrayList<>();
        int threads = shape.threadsMost();
        for (int outstanding : shape.outstanding()) {
            String ceiling = "raw group commit, " + outstanding + " outstanding";
            all.add(Contender.ceiling(
                    ceiling,
                    length -> SmallLimit.ceiling(group, outstanding, shape.recordBytes(), length.dividedBy(2))));
            for (OpsStore store : stores) {
                all.add(new Contender(
                        store.name() + " durable, " + threads(threads) + ", " + outstanding + " outstanding",
                        ceiling,
                        length -> store.turn("durable", threads, outstanding, length)));
            }
        }
        return all;
    }

    private static String threads(int count) {
        return count + (count == 1 ? " thread" : " threads");
    }
}
