package dev.varve.bench;

import dev.varve.bench.Quantities.Count;
import dev.varve.bench.Quantities.Size;
import dev.varve.bench.contest.Contender;
import dev.varve.bench.contest.Contest;
import dev.varve.bench.contest.Crew;
import dev.varve.bench.contest.IndexDrill;
import dev.varve.bench.contest.RandomReads;
import dev.varve.bench.raw.LineLoads;
import dev.varve.bench.report.Text;
import dev.varve.index.IndexStatistics;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The index alone. */
@Command(
        name = "index",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures the index alone, by one thread: inserts while the oldest keys expire, look-ups that hit and "
                        + "miss next to bare loads of as many cache lines, and bytes per key.")
final class IndexCommand implements Callable<Integer> {
    private static final int ROUNDS = 3;
    private static final int BUCKETS_OF_A_KEY = 2;
    private static final String LOADS = "raw line loads";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "1M",
            description = "Live keys (default: ${DEFAULT-VALUE}).")
    private Count count;

    @Option(
            names = "--index-max",
            paramLabel = "SIZE",
            defaultValue = "4GiB",
            description = "Bound of the index's memory (default: ${DEFAULT-VALUE}).")
    private Size bytesMax;

    @Option(
            names = "--seconds",
            paramLabel = "TIME",
            defaultValue = "16",
            description = "All turns together, warming up included (default: ${DEFAULT-VALUE}).")
    private Duration seconds;

    @Option(
            names = "--turnovers",
            paramLabel = "N",
            defaultValue = "4",
            description = "How often all keys are replaced by new ones before anything is measured (default: "
                    + "${DEFAULT-VALUE}).")
    private int turnovers;

    @Mixin
    private ResultOptions results;

    @Override
    public Integer call() throws IOException {
        Checks checks = new Checks(spec);
        checks.range("--keys", count.value(), 1, 1L << 34);
        checks.range("--index-max", bytesMax.bytes(), 1 << 20, 1L << 40);
        checks.range("--turnovers", turnovers, 0, 1000);
        checks.moreThanZero("--seconds", seconds);
        results.check();
        PrintWriter out = spec.commandLine().getOut();
        try (IndexDrill drill = new IndexDrill(count.value(), bytesMax.bytes());
                Crew crew = new Crew(1)) {
            double nanos = insert(drill, count.value());
            IndexStatistics grown = drill.statistics();
            out.println("grown to " + count.value() + " keys: " + Text.of(nanos, 0) + " ns an insert, "
                    + memory(grown, drill));
            if (turnovers > 0) {
                double steady = insert(drill, turnovers * count.value());
                out.println("turned over " + turnovers + " times: " + Text.of(steady, 0) + " ns an insert, "
                        + memory(drill.statistics(), drill));
            }
            Contest contest =
                    contest(drill, crew, new LineLoads(drill.statistics().bytes()));
            out.println(contest.table("index of " + Text.of(count.value(), 0) + " keys"));
            out.println("  at the end " + memory(drill.statistics(), drill) + ", " + drill.generationsDropped()
                    + " generations dropped");
            results.write("index", json(contest, drill, grown, nanos));
        }
        return 0;
    }

    private static double insert(IndexDrill drill, long keys) {
        long start = System.nanoTime();
        for (long i = 0; i < keys; i++) {
            drill.insert();
        }
        return (double) (System.nanoTime() - start) / keys;
    }

    private static String memory(IndexStatistics statistics, IndexDrill drill) {
        return Text.of(bytesPerKey(statistics, drill), 1) + " bytes a key in " + statistics.generations()
                + (statistics.generations() == 1 ? " generation" : " generations");
    }

    private static double bytesPerKey(IndexStatistics statistics, IndexDrill drill) {
        return (double) (statistics.bytes() + statistics.preparedBytes()) / drill.liveKeys();
    }

    private Contest contest(IndexDrill drill, Crew crew, LineLoads lines) throws IOException {
        RandomReads hits = new RandomReads(1, count.value(), drill::hit);
        RandomReads misses = new RandomReads(1, Long.MAX_VALUE, drill::miss);
        Contest contest = new Contest(List.of(
                Contender.ceiling(LOADS, length -> {
                    int count = BUCKETS_OF_A_KEY * drill.statistics().generations();
                    return crew.run(
                            1, length, new RandomReads(1, Long.MAX_VALUE, () -> number -> lines.load(number, count)));
                }),
                new Contender("look-up, hit", LOADS, length -> crew.run(1, length, hits)),
                new Contender("look-up, miss", LOADS, length -> crew.run(1, length, misses)),
                new Contender("insert", LOADS, length -> crew.run(1, length, drill.inserts()))));
        contest.run(ROUNDS, seconds.dividedBy((ROUNDS + 1L) * 4));
        return contest;
    }

    private static List<Map<String, Object>> json(
            Contest contest, IndexDrill drill, IndexStatistics grown, double nanos) {
        List<Map<String, Object>> all = new ArrayList<>(contest.json());
        Map<String, Object> memory = new LinkedHashMap<>();
        memory.put("name", "memory");
        memory.put("grown_ns_per_insert", nanos);
        memory.put("grown_generations", grown.generations());
        memory.put("grown_bytes", grown.bytes() + grown.preparedBytes());
        memory.put("steady_bytes_per_key", bytesPerKey(drill.statistics(), drill));
        memory.put("steady_generations", drill.statistics().generations());
        memory.put("steady_overflow_entries", drill.statistics().overflowEntries());
        memory.put("generations_dropped", drill.generationsDropped());
        all.add(memory);
        return all;
    }
}
