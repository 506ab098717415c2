package dev.varve.bench.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.bench.child.Packed;
import dev.varve.bench.child.StoreDiedException;
import dev.varve.bench.child.StoreJvm;
import dev.varve.bench.load.LoadTurn;
import dev.varve.bench.raw.Blocks;
import dev.varve.bench.raw.DeviceCounter;
import dev.varve.bench.raw.RawStreams;
import dev.varve.bench.raw.RawTurn;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Text;
import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.StoreKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Several stores, each in a JVM of its own, and the raw device, in turns: before and after every turn of a store the device
 * has one, and every round begins with another store. For one thread.
 */
public final class StoresRun {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Scratch scratch;
    private final List<String> arguments;
    private final PrintWriter out;
    private final Optional<DeviceCounter> device;
    private final List<StoreJvm> jvms = new CopyOnWriteArrayList<>();
    private final long start = System.nanoTime();
    private volatile RawStreams raw;
    private RawTurn lastLimit;
    private int streams;

    /**
     * A run.
     *
     * @param scratch where the stores and the raw files lie
     * @param arguments of this program, under which a store's JVM answers; its name is added
     * @param out for people
     */
    public StoresRun(Scratch scratch, List<String> arguments, PrintWriter out) {
        this.scratch = scratch;
        this.arguments = List.copyOf(arguments);
        this.out = out;
        device = DeviceCounter.of(scratch.directories());
        scratch.onInterrupt(this::stop);
    }

    /** On Ctrl-C, which the other JVMs get as well. */
    private void stop() {
        RawStreams writing = raw;
        if (writing != null) {
            writing.stop();
        }
        jvms.forEach(StoreJvm::kill);
    }

    /** {@return whether the write amplification is the device's own count} */
    public boolean isCountedByDevice() {
        return device.isPresent();
    }

    /**
     * Does all of it. After Ctrl-C it ends with what was reached.
     *
     * @param plan what to do
     * @return one row for each store that took part
     * @throws IOException if raw files fail
     */
    public List<StoreRow> run(StoresPlan plan) throws IOException {
        if (plan.base().raw() == null) {
            return measured(plan, DeviceSurvey.NONE);
        }
        try (RawStreams own = new RawStreams(scratch.directories(), plan.base().raw())) {
            raw = own;
            return measured(plan, DeviceSurvey.of(plan.base(), own, out::println));
        }
    }

    private List<StoreRow> measured(StoresPlan asked, DeviceSurvey survey) throws IOException {
        streams = survey.streams();
        StoresPlan plan = asked.base().blocks() == Blocks.NEW ? fitting(asked, survey.bytesPerSecond()) : asked;
        Map<StoreJvm, StoreRow> rows = new LinkedHashMap<>();
        try {
            for (StoreKind kind : plan.kinds()) {
                StoreRow row = new StoreRow(kind);
                rows.put(started(plan, kind), row);
            }
            rows.forEach((jvm, row) -> warmUp(plan, jvm, row));
            for (int round = 0; round < plan.rounds() && !scratch.isInterrupted(); round++) {
                round(plan, rows, round);
            }
            rows.forEach(this::figures);
        } finally {
            for (StoreJvm jvm : rows.keySet()) {
                jvm.close();
            }
        }
        return List.copyOf(rows.values());
    }

    /** Where nothing goes the run ends before the space does, for a store as fast as the device. */
    private StoresPlan fitting(StoresPlan plan, double rate) {
        double given = rate
                * (plan.rounds() * plan.storeTurn().toMillis() / 1e3
                        + plan.base().warmUpMost().toMillis() / 1e3);
        if (given <= plan.bytesGivenMost()) {
            return plan;
        }
        StoresPlan shorter = plan.shortened(Math.max(0.01, plan.bytesGivenMost() / given));
        out.println("turns of " + Text.of(shorter.storeTurn().toMillis() / 1e3, 1) + " s only: no more new blocks in "
                + Text.bytes(plan.bytesPerStore()) + " for each store");
        return shorter;
    }

    private StoreJvm started(StoresPlan plan, StoreKind kind) throws IOException {
        List<String> drives = new ArrayList<>();
        for (Path directory : scratch.directories()) {
            drives.add(Files.createDirectory(directory.resolve(kind.name())).toString());
        }
        List<String> all = new ArrayList<>(arguments);
        all.add("--child=" + kind.name());
        StoreJvm jvm = new StoreJvm(kind, scratch.directories().get(0), all);
        jvms.add(jvm);
        boolean hasClock = kind.capabilities().has(Capability.CLOCK);
        Map<String, Object> how = new LinkedHashMap<>();
        how.put("drives", drives);
        how.put("max_bytes", plan.bytesPerStore());
        how.put("seed", plan.base().seed());
        how.put("ttl_millis", (long) (plan.base().subject().ttl().toMillis() * (hasClock ? 1 : plan.stretch())));
        how.put(
                "run_millis",
                plan.base().warmUpMost().toMillis() * plan.kinds().size() * 2
                        + (long) (plan.rounds() * plan.storeTurn().toMillis() * plan.stretch()));
        try {
            jvm.ask(how, said -> {});
        } catch (StoreDiedException e) {
            // The row says why.
            say(kind, e.getMessage());
        }
        return jvm;
    }

    private void say(StoreKind kind, String what) {
        if (!scratch.isInterrupted()) {
            out.println(kind.name() + ": " + what);
        }
    }

    private void warmUp(StoresPlan plan, StoreJvm jvm, StoreRow row) {
        ask(
                jvm,
                row,
                "warm-up",
                Map.of(
                        "do",
                        "turn",
                        "millis",
                        plan.base().warmUpMost().toMillis(),
                        "until_steady",
                        plan.base().warmUp() == null));
    }

    private void round(StoresPlan plan, Map<StoreJvm, StoreRow> rows, int round) throws IOException {
        List<StoreJvm> order = new ArrayList<>(rows.keySet());
        Collections.rotate(order, -round);
        for (StoreJvm jvm : order) {
            if (jvm.isDead() || scratch.isInterrupted()) {
                continue;
            }
            Optional<RawTurn> before = lastLimit == null ? limit(plan) : Optional.ofNullable(lastLimit);
            StoreRow row = rows.get(jvm);
            long written = deviceBytes();
            JsonNode turn = ask(
                    jvm,
                    row,
                    "round " + (round + 1),
                    Map.of("do", "turn", "millis", plan.storeTurn().toMillis()));
            if (turn != null) {
                LoadTurn reached = Packed.loadTurn(turn);
                row.turn(
                        reached,
                        deviceBytes() - written,
                        turn.path("written_here").asLong());
                Optional<RawTurn> after = limit(plan);
                row.limits(Stream.of(before, after).flatMap(Optional::stream).toList());
            }
        }
    }

    private Optional<RawTurn> limit(StoresPlan plan) throws IOException {
        if (raw == null) {
            return Optional.empty();
        }
        RawTurn turn = raw.turn(streams, plan.base().blocks(), plan.limitTurn());
        lastLimit = turn;
        line("limit", "", turn.bytesPerSecond(), turn.batches());
        return Optional.of(turn);
    }

    private long deviceBytes() throws IOException {
        return device.isPresent() ? device.get().bytesWritten() : 0;
    }

    /** {@return the answer; null: it died} */
    private JsonNode ask(StoreJvm jvm, StoreRow row, String phase, Map<String, Object> question) {
        StoreKind kind = row.kind();
        try {
            JsonNode answer = jvm.ask(question, said -> heard(row, phase, said));
            LoadTurn turn = Packed.loadTurn(answer);
            line(kind.name(), phase, turn.bytesPerSecond(), turn.batches());
            return answer;
        } catch (IOException e) {
            died(row, e.getMessage());
            return null;
        }
    }

    private void died(StoreRow row, String why) {
        if (row.reason() == null && !scratch.isInterrupted()) {
            row.died(why);
            say(row.kind(), why + "; its row ends here");
        }
    }

    private void heard(StoreRow row, String phase, JsonNode said) {
        if (said.has("complaint")) {
            say(row.kind(), said.get("complaint").asText());
        } else if (said.get("beat") instanceof ObjectNode beat) {
            beat.put("second", (System.nanoTime() - start) / NANOS_PER_MILLI / 1e3);
            beat.put("phase", phase);
            row.second(beat);
        }
    }

    private void figures(StoreJvm jvm, StoreRow row) {
        try {
            row.figures(jvm.ask(Map.of("do", "figures"), said -> heard(row, "end", said)));
        } catch (StoreDiedException e) {
            died(row, e.getMessage());
        }
    }

    private void line(String name, String phase, double rate, Histogram batches) {
        out.println(String.format(
                Locale.ROOT,
                "%7.1f  %-18s %-8s %8s MB/s   batch ms p50 %6s  p99 %6s  max %6s",
                (System.nanoTime() - start) / 1e9,
                name,
                phase,
                Text.megabytes(rate),
                Text.millis(batches, 50),
                Text.millis(batches, 99),
                Text.millis(batches, 100)));
    }
}
