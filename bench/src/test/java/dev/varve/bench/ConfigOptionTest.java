package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigOptionTest {
    @TempDir
    private Path directory;

    private Run run(String json, String... more) throws IOException {
        Path file = Files.writeString(directory.resolve("run.json"), json);
        String[] words = new String[more.length + 7];
        System.arraycopy(more, 0, words, 3, more.length);
        words[0] = "roundup";
        words[1] = "--config";
        words[2] = file.toString();
        words[more.length + 3] = "--drive";
        words[more.length + 4] = directory.resolve("drive").toString();
        words[more.length + 5] = "--json";
        words[more.length + 6] = directory.resolve("out.json").toString();
        return Run.of(Main.commandLine(FakeSubject::new), words);
    }

    private JsonNode settings() throws IOException {
        return Run.json(directory.resolve("out.json")).get("settings");
    }

    @Test
    void fieldsAreOptionsAndTheCommandLineWins() throws IOException {
        Run run = run("{\"num\": \"300\", \"seed\": 7}");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals(300, settings().get("num").asInt());
        assertEquals(7, settings().get("seed").asInt());
        run = run("{\"num\": \"300\", \"seed\": 7}", "--num", "200");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals(200, settings().get("num").asInt());
        assertEquals(7, settings().get("seed").asInt());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"nums\": 1} | there is no field 'nums'; valid: drive, json, num, seed, store, stores",
                "{\"num\": {}} | field 'num' must be text, a number, true or false",
                "{\"num\": \"lots\"} | 'lots' is not valid; valid: a whole number",
                "{\"num\": | no JSON, line 1",
                "[] | not a JSON object",
                "{\"config\": \"x\"} | there is no field 'config'",
                "{\"row\": \"varve\"} | there is no field 'row'",
            })
    void whatIsWrongIsOneLine(String json, String message) throws IOException {
        Run run = run(json);
        assertEquals(2, run.exitCode(), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains(message.strip()), run.err());
    }

    @Test
    void aMissingFileIsOneLine() {
        Run run = Run.of(Main.commandLine(FakeSubject::new), "ingest", "--config", "/no/such.json");
        assertEquals(2, run.exitCode());
        assertEquals(
                "varve-bench: --config /no/such.json: cannot be read (see varve-bench ingest --help)",
                run.err().strip());
    }
}
