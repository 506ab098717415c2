package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.subject.VarveSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** fill, roundup and billions with a few rows. */
class SuiteCommandsTest {
    @TempDir
    private Path directory;

    private Run run(String arguments) {
        String[] words = (arguments + " --drive " + directory.resolve("drive") + " --json "
                        + directory.resolve("out.json"))
                .split(" ");
        return Run.of(Main.commandLine(VarveSubject::open), words);
    }

    private JsonNode result() throws IOException {
        return Run.json(directory.resolve("out.json"));
    }

    private void assertNothingLeft() throws IOException {
        try (Stream<Path> left = Files.list(directory.resolve("drive"))) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void fillRunsTheClassicalNamesAndSaysWhatItLeavesOut() throws IOException {
        Run run = run("fill --num 2000");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("overwrite    : left out of varve, a key keeps its first value"), run.out());
        assertTrue(run.out().contains("deleteall    : left out of varve"), run.out());
        assertEquals("fill", result().get("command").asText());
        assertEquals(
                "[fillseq, fillsync, fillrandom, readrandom, readmissing, readseq]",
                result().findValuesAsText("name").toString());
        for (JsonNode row : result().get("rows")) {
            assertEquals(
                    row.get("name").asText().equals("fillsync") ? 2 : 2000,
                    row.get("ops").asInt());
            assertTrue(row.get("micros_per_op").asDouble() > 0);
        }
        assertNothingLeft();
    }

    @Test
    void aReadByItselfFillsFirst() throws IOException {
        assertEquals(
                0,
                run("fill --num 500 --benchmarks readseq,readrandom --store lmdb")
                        .exitCode());
        assertEquals("[readseq, readrandom]", result().findValuesAsText("name").toString());
    }

    @Test
    void storesBesideEachOtherRunInJvmsOfTheirOwn() throws IOException {
        Run run = run("roundup --num 1000 --stores varve,sqlite");
        assertEquals(0, run.exitCode(), run.out() + run.err());
        assertEquals("[varve, sqlite]", result().findValuesAsText("store").toString());
        for (JsonNode row : result().get("rows")) {
            assertTrue(row.get("bytes_per_row").asDouble() >= 108, row.toString());
        }
        assertNothingLeft();
    }

    @Test
    void billionsTellsTheRateOfEachStep() throws IOException {
        Run run = run("billions --rows 2500 --step 1000 --look-ups 100");
        assertEquals(0, run.exitCode(), run.err());
        JsonNode row = result().get("rows").get(0);
        assertEquals(3, row.get("rates").size());
        assertEquals(2500, row.get("rows_put").asInt());
        assertTrue(row.get("look_ups_per_second").asDouble() > 0);
        assertNothingLeft();
    }

    @Test
    void tooLittleDiskIsSaidBefore() {
        Run run = run("billions --rows 1000G");
        assertEquals(1, run.exitCode());
        assertTrue(run.err().contains("needed, a quarter of"), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertFalse(run.out().contains("rows/s"), run.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fill --benchmarks fillx | --benchmarks: there is no 'fillx'; valid: fillseq, fillsync",
                "fill --num 0 | --num must be 1 to",
                "fill --key-size 4 | --key-size must be 8 to",
                "roundup --stores varve,rocks | there is no store 'rocks'; valid: varve, ",
                "billions --rows many | 'many' is not valid",
                "billions --step 0 | --step must be 1 to",
            })
    void wrongUsageIsOneLine(String arguments, String message) {
        Run run = run(arguments);
        assertEquals(2, run.exitCode(), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains(message), run.err());
    }
}
