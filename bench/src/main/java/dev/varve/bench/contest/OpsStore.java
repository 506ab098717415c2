package dev.varve.bench.contest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.child.Packed;
import dev.varve.bench.child.StoreDiedException;
import dev.varve.bench.child.StoreJvm;
import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.OpsTurn;
import dev.varve.bench.subject.StoreKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A store under small operations, seen from outside. One that died goes on with turns of nothing. For one thread. */
public final class OpsStore implements AutoCloseable {
    /** The hidden command under which the store's JVM answers. */
    public static final String COMMAND = "ops-child";

    private final StoreJvm jvm;
    private final Path directory;
    private final String name;
    private final PrintWriter out;
    private boolean isReported;

    /**
     * Starts a store's JVM and opens the store in it.
     *
     * @param kind the store
     * @param name of it in tables; unique
     * @param scratch where a directory for it is made
     * @param how keys, key_bytes, value_bytes, threads, and what else differs from the store's own choice
     * @param out told when it dies
     * @throws IOException if nothing can be started
     */
    public OpsStore(StoreKind kind, String name, Path scratch, Map<String, Object> how, PrintWriter out)
            throws IOException {
        this.name = name;
        this.out = out;
        Path own = Files.createDirectories(scratch.resolve(name.replace(' ', '-')));
        jvm = new StoreJvm(kind, own, List.of(COMMAND, kind.name()));
        Map<String, Object> all = new LinkedHashMap<>(how);
        directory = Files.createDirectory(own.resolve("store"));
        all.put("drive", directory.toString());
        ask(all);
    }

    /** {@return where all its files are} */
    public Path directory() {
        return directory;
    }

    /** {@return its name in tables} */
    public String name() {
        return name;
    }

    /** {@return why it ended; null: it did not} */
    public String reason() {
        return jvm.reason();
    }

    /** kill -9, from any thread. */
    public void kill() {
        jvm.kill();
    }

    private JsonNode ask(Map<String, Object> question) {
        try {
            return jvm.ask(question, said -> {});
        } catch (StoreDiedException e) {
            if (!isReported) {
                isReported = true;
                out.println(name + ": " + e.getMessage() + "; its rows end here");
            }
            return null;
        }
    }

    /**
     * Does something that is no turn: fill, scan, close, open.
     *
     * @param what which
     */
    public void run(String what) {
        ask(Map.of("do", what));
    }

    /** {@return heap and resident set; null if it died} */
    public JsonNode figures() {
        return ask(Map.of("do", "figures"));
    }

    /**
     * {@return what it reached in a turn; nothing at all if it died}
     *
     * @param what async, durable, get or miss
     * @param threads how many
     * @param outstanding of durable puts, for each thread
     * @param length how long
     * @throws IOException if it answers nonsense
     */
    public OpsTurn turn(String what, int threads, int outstanding, Duration length) throws IOException {
        Map<String, Object> question = new LinkedHashMap<>();
        question.put("do", "turn");
        question.put("what", what);
        question.put("threads", threads);
        question.put("outstanding", outstanding);
        question.put("millis", length.toMillis());
        JsonNode answer = ask(question);
        return answer == null ? new OpsTurn(0, 0, 0, LatencyRange.fineHistogram()) : Packed.opsTurn(answer);
    }

    @Override
    public void close() throws IOException {
        jvm.close();
    }
}
