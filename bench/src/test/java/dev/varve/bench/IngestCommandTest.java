package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.subject.SubjectOpener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestCommandTest {
    @TempDir
    private Path directory;

    private Path drive;
    private Path results;

    @BeforeEach
    void prepare() throws Exception {
        drive = Files.createDirectory(directory.resolve("drive"));
        results = directory.resolve("results.json");
    }

    private Run run(SubjectOpener opener, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "ingest",
                "--drive=" + drive,
                "--json=" + results,
                "--seconds=400ms",
                "--writers=2",
                "--value-size=4KiB",
                "--batch=4",
                "--write-rate=8MiB",
                "--read-rate=2MiB",
                "--ttl=1s",
                "--max-bytes=64MiB",
                "--limit-size=16MiB"));
        args.addAll(List.of(more));
        return Run.of(Main.commandLine(opener), args.toArray(String[]::new));
    }

    @Test
    void theResultsHaveEveryNamedField() throws Exception {
        Run run = run(FakeSubject::new);
        assertEquals(0, run.exitCode(), run.err() + run.out());
        JsonNode json = Run.json(results);
        for (String name : new String[] {
            "throughput_bytes_per_second",
            "limit_bytes_per_second",
            "ratio",
            "reads_verified",
            "cpu_seconds_per_gb",
            "heap_live_bytes",
            "segments_expired",
            "segments_recycled"
        }) {
            assertTrue(json.get(name).asDouble() > 0, name + " in " + json);
        }
        assertEquals(0, json.get("reads_missing").asLong());
        assertEquals(0, json.get("reads_wrong").asLong());
        assertTrue(json.has("rss_peak_bytes"));
        assertEquals(4, json.get("quarters_ratio").size());
        json.get("quarters_ratio").forEach(ratio -> assertTrue(ratio.asDouble() > 0, json.toString()));
        for (String name :
                new String[] {"limit_batch_latency_us", "batch_latency_us", "put_latency_us", "read_latency_us"}) {
            for (String percentile : new String[] {"p50", "p90", "p99", "p999", "max"}) {
                assertTrue(json.get(name).has(percentile), name + " " + percentile);
            }
        }
        assertTrue(json.get("batch_latency_us").get("p50").asDouble() > 0);
        assertTrue(run.out().contains("ratio to the limit"), run.out());
    }

    @Test
    void nothingIsLeftBehind() throws Exception {
        run(FakeSubject::new);
        try (Stream<Path> left = Files.list(drive)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void theStoreStaysWhenAsked() throws Exception {
        Run run = run(FakeSubject::new, "--keep", "--no-limit");
        assertEquals(0, run.exitCode(), run.err());
        try (Stream<Path> left = Files.list(drive)) {
            Path kept = left.findFirst().orElseThrow();
            assertTrue(run.out().contains("stays in [" + kept + "]"), run.out());
        }
    }

    @Test
    void withoutTheLimitThereIsNoRatio() throws Exception {
        Run run = run(FakeSubject::new, "--no-limit");
        assertEquals(0, run.exitCode(), run.err());
        JsonNode json = Run.json(results);
        assertTrue(json.get("ratio").isNull());
        assertTrue(json.get("throughput_bytes_per_second").asDouble() > 0);
    }

    @Test
    void newBlocksAreMeasuredToo() throws Exception {
        Run run = run(FakeSubject::new, "--blocks=new");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals("new", Run.json(results).get("settings").get("blocks").asText());
    }

    @Test
    void aMissingKeyIsAFailure() throws Exception {
        Run run = run(FakeSubject.Forgetful::new, "--no-limit");
        assertEquals(1, run.exitCode());
        assertTrue(Run.json(results).get("reads_missing").asLong() > 0);
        assertTrue(run.err().startsWith("varve-bench: missing "), run.err());
    }

    @Test
    void aWrongByteIsAFailure() throws Exception {
        Run run = run(FakeSubject.Garbling::new, "--no-limit");
        assertEquals(1, run.exitCode());
        assertTrue(Run.json(results).get("reads_wrong").asLong() > 0);
    }

    @Test
    void whatTheStoreThrowsIsOneLine() throws Exception {
        List<FakeSubject> opened = new ArrayList<>();
        Run run = run(
                (spec, clock) -> {
                    opened.add(new FakeSubject.Full(spec, clock));
                    return opened.get(0);
                },
                "--no-limit");
        assertEquals(1, run.exitCode());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains("no space on drive"), run.err());
        assertTrue(opened.get(0).isClosed());
        assertFalse(Files.exists(results));
        try (Stream<Path> left = Files.list(drive)) {
            assertEquals(0, left.count());
        }
    }
}
