package dev.varve.bench.contest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.child.ChildServer;
import dev.varve.bench.child.Packed;
import dev.varve.bench.load.Keys;
import dev.varve.bench.report.Machine;
import dev.varve.bench.report.OpsTurn;
import dev.varve.bench.subject.RunClock;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectSpec.Flushes;
import dev.varve.bench.subject.SubjectSpec.Shape;
import dev.varve.bench.subject.SubjectSpec.Tuning;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A store under small operations, in a JVM of its own: has turns when it is told. For one thread. */
public final class OpsChild implements ChildServer.Answers {
    /** Far above every key that is put. */
    private static final long ABSENT = 1L << 40;

    private final StoreKind kind;
    private final RunClock clock = new RunClock();
    private final SubjectSpec spec;
    private final Keys keys;
    private final int valueBytes;
    private final long count;
    private final Crew crew;
    private final RandomReads.Draw draw;
    private final Map<String, RandomReads> reads = new HashMap<>();
    private Subject subject;
    private SmallPuts puts;

    /**
     * Opens a store.
     *
     * @param kind which
     * @param how what {@link OpsStore} was given, as JSON
     * @throws IOException if it cannot be opened
     */
    public OpsChild(StoreKind kind, JsonNode how) throws IOException {
        this.kind = kind;
        valueBytes = how.path("value_bytes").asInt();
        count = how.path("keys").asLong();
        keys = new Keys(1, how.path("key_bytes").asInt());
        crew = new Crew(how.path("threads").asInt());
        draw = RandomReads.Draw.valueOf(how.path("draw").asText(RandomReads.Draw.UNIFORM.name()));
        Tuning tuning = new Tuning(
                0, 0, 0, how.path("buffered").asBoolean(), how.path("mapped").asBoolean());
        Flushes flushes = how.path("async").asBoolean() ? Flushes.AT_THE_END : Flushes.EACH_BATCH;
        spec = new SubjectSpec(
                        List.of(Path.of(how.path("drive").asText())),
                        Duration.ZERO,
                        how.path("max_bytes").asLong(),
                        tuning)
                .with(Shape.of(valueBytes, flushes));
        open();
    }

    private void open() throws IOException {
        subject = kind.opener().open(spec, clock);
        puts = new SmallPuts(subject, keys, valueBytes);
        reads.clear();
    }

    @Override
    public Object answer(JsonNode question) throws IOException {
        switch (question.path("do").asText()) {
            case "fill" -> puts.fill(count, () -> false);
            case "scan" -> subject.scan((key, value) -> {});
            case "close" -> closeStore();
            case "open" -> open();
            case "turn" -> {
                return Packed.turn(turn(question));
            }
            case "figures" -> {
                return figures();
            }
            default -> throw new IOException("unknown question " + question);
        }
        return "done";
    }

    private OpsTurn turn(JsonNode question) throws IOException {
        int threads = question.path("threads").asInt();
        Duration length = Duration.ofMillis(question.path("millis").asLong());
        String what = question.path("what").asText();
        return switch (what) {
            case "async" -> crew.run(threads, length, puts.async());
            case "durable" ->
                crew.run(
                        threads,
                        length,
                        puts.durable(question.path("outstanding").asInt()));
            case "get" ->
                crew.run(threads, length, read(what, threads, () -> RandomReads.get(subject, keys, valueBytes)));
            case "miss" ->
                crew.run(threads, length, read(what, threads, () -> RandomReads.miss(subject, keys, ABSENT)));
            default -> throw new IOException("unknown turn " + question);
        };
    }

    /** Made once, so that the numbers go on from turn to turn. */
    private RandomReads read(String what, int threads, RandomReads.ReadMaker maker) {
        return reads.computeIfAbsent(what + threads, name -> new RandomReads(threads, count, draw, maker));
    }

    private Map<String, Object> figures() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("heap_live_bytes", Machine.heapLiveBytes());
        all.put(
                "rss_peak_bytes",
                Machine.residentPeakBytes().isPresent()
                        ? Machine.residentPeakBytes().getAsLong()
                        : null);
        all.put("keys_put", puts.count());
        return all;
    }

    private void closeStore() {
        if (subject != null) {
            subject.close();
            subject = null;
        }
    }

    @Override
    public void close() {
        crew.close();
        closeStore();
    }
}
