package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.subject.VarveSubject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on the real store, for a moment each. What they measure here means nothing. */
class VarveTest {
    @TempDir
    private Path directory;

    private JsonNode results(String... args) throws Exception {
        Path drive = Files.createDirectory(directory.resolve("drive"));
        Path json = directory.resolve("results.json");
        String[] all = Stream.concat(Stream.of(args), Stream.of("--drive=" + drive, "--json=" + json))
                .toArray(String[]::new);
        Run run = Run.of(Main.commandLine(VarveSubject::open), all);
        assertEquals(0, run.exitCode(), run.err() + run.out());
        try (Stream<Path> left = Files.list(drive)) {
            assertEquals(0, left.count());
        }
        return Run.json(json);
    }

    @Test
    void ingestVerifiesWhatItReads() throws Exception {
        JsonNode json = results(
                "ingest",
                "--seconds=800ms",
                "--warm-up=200ms",
                "--value-size=64KiB",
                "--read-rate=4MiB",
                "--max-bytes=64MiB",
                "--limit-size=16MiB");
        assertTrue(json.get("ratio").asDouble() > 0);
        assertTrue(json.get("reads_verified").asLong() > 0);
        assertEquals(0, json.get("reads_missing").asLong());
        assertEquals(0, json.get("reads_wrong").asLong());
    }

    @Test
    void aKilledStoreOpensInAnotherJvm() throws Exception {
        JsonNode results = results("open", "--keys=2000", "--rounds=1").get("results");
        assertEquals("open after kill -9", results.get(0).get("name").asText());
        assertTrue(results.get(0).get("seconds").asDouble() > 0);
        assertTrue(results.get(1).get("seconds").asDouble() > 0);
    }
}
