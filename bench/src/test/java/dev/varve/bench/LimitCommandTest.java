package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitCommandTest {
    @TempDir
    private Path directory;

    @Test
    void writesWhatTheDeviceReachedAndRemovesItsFiles() throws Exception {
        Path results = directory.resolve("limit.json");
        Path drive = directory.resolve("drive");
        Run run = Run.of(
                Main.commandLine(FakeSubject::new),
                "limit",
                "--limit-size=16MiB",
                "--drive",
                drive.toString(),
                "--seconds",
                "80ms",
                "--json",
                "" + results);
        assertEquals(0, run.exitCode(), run.err());
        JsonNode json = Run.json(results);
        assertTrue(json.get("limit_bytes_per_second").asDouble() > 0);
        assertTrue(json.get("limit_new_bytes_per_second").asDouble() > 0);
        Set<Integer> files = new TreeSet<>();
        json.get("turns").forEach(turn -> files.add(turn.get("files").asInt()));
        assertEquals(Set.of(1, 2, 4, 8), files);
        assertTrue(json.get("limit_batch_latency_us").has("p999"));
        try (Stream<Path> left = Files.list(drive)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void measuresSmallWrites() throws Exception {
        Path results = directory.resolve("small.json");
        Run run = Run.of(
                Main.commandLine(FakeSubject::new),
                "limit",
                "--small",
                "--drive",
                directory.toString(),
                "--seconds",
                "100ms",
                "--json",
                "" + results);
        assertEquals(0, run.exitCode(), run.err());
        JsonNode json = Run.json(results);
        for (String name : new String[] {"append_new", "append_recycled", "group_commit_1", "group_commit_1024"}) {
            assertTrue(json.get(name).get("ops_per_second").asDouble() > 0, name);
        }
    }
}
