package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.child.Packed;
import dev.varve.bench.subject.VarveSubject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several stores in JVMs of their own, for a moment each. What is measured here means nothing. */
class IngestStoresTest {
    @TempDir
    private Path directory;

    private Path drive;
    private Path results;

    @BeforeEach
    void prepare() throws Exception {
        drive = Files.createDirectory(directory.resolve("drive"));
        results = directory.resolve("results.json");
    }

    private Run run(String... more) {
        List<String> args = new ArrayList<>(List.of(
                "ingest",
                "--drive=" + drive,
                "--json=" + results,
                "--seconds=900ms",
                "--rounds=1",
                "--warm-up=200ms",
                "--writers=2",
                "--value-size=64KiB",
                "--batch=4",
                "--write-rate=16MiB",
                "--read-rate=2MiB",
                "--max-bytes=64MiB",
                "--limit-files=1",
                "--limit-size=16MiB"));
        args.addAll(List.of(more));
        return Run.of(Main.commandLine(VarveSubject::open), args.toArray(String[]::new));
    }

    @Test
    void eachStoreHasItsRow() throws Exception {
        Run run = run("--stores=varve,lmdb", "--blocks=new");
        assertEquals(0, run.exitCode(), run.err() + run.out());
        JsonNode json = Run.json(results);
        assertEquals(2, json.get("stores").size());
        for (JsonNode store : json.get("stores")) {
            assertTrue(store.get("ratio").asDouble() > 0, store.toString());
            assertTrue(store.get("throughput_bytes_per_second").asDouble() > 0, store.toString());
            assertTrue(store.get("reads_verified").asLong() > 0, store.toString());
            assertEquals(
                    0,
                    store.get("reads_missing").asLong()
                            + store.get("reads_wrong").asLong());
            assertTrue(store.get("heap_live_bytes").asLong() > 0, store.toString());
            assertTrue(store.get("space_amplification").asDouble() > 0.9, store.toString());
            assertEquals(
                    store.get("batch_latency_us").get("count").asLong(),
                    Packed.histogram(store.get("histograms").get("batch").asText())
                            .getTotalCount());
        }
        assertNotNull(json.get("commit"), json.toString());
        assertTrue(json.get("command_line").asText().contains("--stores=varve,lmdb"), json.toString());
        try (Stream<Path> left = Files.list(drive)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void whatAStoreCannotDoIsSaid() throws Exception {
        Run run = run("--stores=lmdb,varve");
        assertEquals(0, run.exitCode(), run.err() + run.out());
        assertEquals("varve", Run.json(results).get("stores").get(0).get("name").asText());
        assertTrue(
                run.out().contains("lmdb was left out, not one that forgets values by age: it knows nothing of age"),
                run.out());
    }

    @Test
    void aCrashEndsOnlyItsRow() throws Exception {
        // LMDB's keys are short, so its first put fails.
        Run run = run("--stores=lmdb,varve", "--blocks=new", "--key-size=1000");
        assertEquals(1, run.exitCode(), run.err() + run.out());
        JsonNode stores = Run.json(results).get("stores");
        assertTrue(stores.get(0).get("ended_early").asText().contains("RivalException"), stores.toString());
        assertTrue(stores.get(1).get("ended_early").isNull(), stores.toString());
        assertTrue(stores.get(1).get("throughput_bytes_per_second").asDouble() > 0, stores.toString());
        assertTrue(run.err().startsWith("varve-bench: lmdb: "), run.err());
    }

    @Test
    void withoutAStoreThereIsNoRun() {
        Run run = run("--stores=lmdb,sqlite");
        assertEquals(1, run.exitCode());
        assertTrue(run.err().startsWith("varve-bench: no store is left: "), run.err());
    }
}
