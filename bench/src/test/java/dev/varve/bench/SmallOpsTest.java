package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallOpsTest {
    @TempDir
    private Path directory;

    private JsonNode results(String... args) throws Exception {
        Path drive = Files.createDirectory(directory.resolve("drive"));
        Path json = directory.resolve("results.json");
        String[] all = Stream.concat(Stream.of(args), Stream.of("--drive=" + drive, "--json=" + json))
                .toArray(String[]::new);
        Run run = Run.of(Main.commandLine(new FakeSubject.Remembering()), all);
        assertEquals(0, run.exitCode(), run.err());
        try (Stream<Path> left = Files.list(drive)) {
            assertEquals(0, left.count());
        }
        return Run.json(json).get("results");
    }

    @Test
    void smallPutsAreComparedWithTheDevice() throws Exception {
        JsonNode results = results("small", "--keys=1000", "--seconds=200ms", "--limit-size=16MiB");
        for (JsonNode one : results) {
            assertTrue(one.get("ops_per_second").asDouble() > 0, one.toString());
            assertEquals(one.get("ceiling").isNull(), one.get("ratio").isNull(), one.toString());
        }
        assertEquals(11, results.size());
    }

    @Test
    void getsAreComparedWithTheBareCall() throws Exception {
        JsonNode results = results("read", "--keys=1000", "--seconds=200ms");
        assertTrue(results.findValuesAsText("name").contains("get, mapped"));
        assertTrue(results.findValuesAsText("name").contains("get, cold"));
        for (JsonNode one : results) {
            assertTrue(one.has("value") || one.get("ops_per_second").asDouble() > 0, one.toString());
        }
    }

    @Test
    void theIndexIsComparedWithBareLoads() throws Exception {
        Path json = directory.resolve("index.json");
        Run run =
                Run.of(Main.commandLine(FakeSubject::new), "index", "--keys=10k", "--seconds=100ms", "--json=" + json);
        assertEquals(0, run.exitCode(), run.err());
        JsonNode results = Run.json(json).get("results");
        assertTrue(results.findValuesAsText("name").contains("look-up, miss"));
        assertTrue(results.findValue("steady_bytes_per_key").asDouble() > 8);
    }

    @Test
    void anIndexThatDoesNotFitIsOneLine() {
        Run run = Run.of(Main.commandLine(FakeSubject::new), "index", "--keys=10M", "--index-max=1MiB");
        assertEquals(1, run.exitCode());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains("no memory"), run.err());
    }
}
