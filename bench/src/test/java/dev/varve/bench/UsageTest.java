package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | missing command; valid: limit",
                "limt | unknown command 'limt'; valid: limit",
                "limit --driv x | unknown option '--driv'; valid: --drive",
                "limit --seconds soon | 'soon' is not valid; valid: seconds",
                "limit --seconds 0 | --seconds must be more than 0",
                "limit --seconds -3 | '-3' is not valid; valid: seconds",
                "limit --seconds 999999999999d | is too large; valid: seconds",
                "limit --drive | Missing required parameter",
            })
    void wrongUsageGetsOneLineThatNamesWhatIsValid(String args, String message) {
        Run run = Run.of(Main.commandLine(), args.isEmpty() ? new String[0] : args.split(" "));
        assertEquals(2, run.exitCode(), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains(message), run.err());
        assertEquals("", run.out());
    }

    @Test
    void aDriveThatIsAFileIsRefused() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        Run run = Run.of(Main.commandLine(), "limit", "--drive", file.toString());
        assertEquals(1, run.exitCode());
        assertEquals("varve-bench: --drive: " + file + " is not a directory" + System.lineSeparator(), run.err());
    }

    @Test
    void aPlaceForTheResultsThatIsNotThereIsRefusedBeforeTheRun() {
        Path file = directory.resolve("missing").resolve("results.json");
        Run run = Run.of(Main.commandLine(), "limit", "--json", file.toString());
        assertEquals(1, run.exitCode());
        assertTrue(run.err().contains("no directory " + directory.resolve("missing")), run.err());
        assertFalse(run.out().contains("MB/s"));
    }
}
