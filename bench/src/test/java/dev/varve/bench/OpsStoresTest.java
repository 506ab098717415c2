package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.subject.VarveSubject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small operations on several stores in JVMs of their own, for a moment each. What is measured here means nothing. */
class OpsStoresTest {
    @TempDir
    private Path directory;

    private Run run(String... args) throws Exception {
        Path drive = Files.createDirectory(directory.resolve("drive"));
        String[] all = Stream.concat(
                        Stream.of(args),
                        Stream.of("--drive=" + drive, "--json=" + directory.resolve("results.json"), "--keys=2000"))
                .toArray(String[]::new);
        Run run = Run.of(Main.commandLine(VarveSubject::open), all);
        try (Stream<Path> left = Files.list(drive)) {
            assertEquals(0, left.count());
        }
        return run;
    }

    private List<String> names() throws Exception {
        List<String> names = new ArrayList<>();
        for (JsonNode row : Run.json(directory.resolve("results.json")).get("results")) {
            names.add(row.get("name").asText());
            assertTrue(row.get("ops_per_second").asDouble() > 0, row.toString());
        }
        return names;
    }

    @Test
    void smallPutsOfARivalStandBesideOurs() throws Exception {
        Run run = run(
                "small",
                "--stores=varve,rocksdb-fifo,leveldb",
                "--seconds=800ms",
                "--threads=1",
                "--outstanding=32",
                "--limit-size=16MiB");
        assertEquals(0, run.exitCode(), run.err() + run.out());
        assertEquals(
                List.of(
                        "device, the same bytes",
                        "varve async, 1 thread",
                        "rocksdb-fifo async, 1 thread",
                        "leveldb async, 1 thread",
                        "raw group commit, 32 outstanding",
                        "varve durable, 1 thread, 32 outstanding",
                        "leveldb durable, 1 thread, 32 outstanding"),
                names());
        assertTrue(run.out().contains("rocksdb-fifo was left out of durable puts, not one that"), run.out());
    }

    @Test
    void getsOfARivalStandBesideOurs() throws Exception {
        Run run = run("read", "--stores=varve,lmdb,control", "--seconds=1600ms", "--distribution=zipf");
        assertEquals(0, run.exitCode(), run.err() + run.out());
        List<String> names = names();
        for (String store : List.of("varve channel", "varve mapped", "lmdb")) {
            assertTrue(names.contains(store + ", get"), names.toString());
            assertTrue(names.contains(store + ", get of an absent key"), names.toString());
        }
        assertTrue(run.out().contains("control was left out, not one that can be opened again"), run.out());
    }
}
