package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.bench.rival.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | missing command; valid: ingest, limit, small, read, fill, roundup, billions",
                "limt | unknown command 'limt'; valid: ingest, limit, small, read, fill, roundup, billions",
                "limit --driv x | unknown option '--driv'; valid: --config, --drive",
                "limit --seconds soon | 'soon' is not valid; valid: seconds",
                "limit --seconds 0 | --seconds must be more than 0",
                "limit --seconds -3 | '-3' is not valid; valid: seconds",
                "limit --seconds 999999999999d | is too large; valid: seconds",
                "limit --drive | Missing required parameter",
                "ingest --value-size 2XB | '2XB' is not valid; valid: a number of bytes or of KiB",
                "ingest --value-size 0 | --value-size must be 1 to",
                "ingest --key-size 4 | --key-size must be 8 to",
                "ingest --writers 0 | --writers must be 1 to 1024, not 0",
                "ingest --writers 1024 --value-size 1GiB | too much",
                "ingest --store rocks | there is no store 'rocks'; valid: varve, ",
                "ingest --batch 0 | --batch must be at least 1, not 0",
                "ingest --ttl 10ms | --ttl must be 0 or at least 1s, not 10ms",
                "ingest --blocks old | NEW, RECYCLED",
                "ingest --max-bytes 1MiB | --max-bytes must be at least",
                "ingest --limit-files 9 | --limit-files must be 0 to 8, not 9",
                "ingest --stores varve,rocks | --stores: there is no store 'rocks'; valid: varve, rocksdb-fifo",
                "ingest --store lmdb --stores varve | --store and --stores exclude each other",
                "small --threads 0 | --threads must be 1 to 64, not 0",
                "read --distribution even | UNIFORM, ZIPF",
                "small --keys 0 | --keys must be 1 to",
                "small --keys lots | 'lots' is not valid; valid: a whole number",
                "small --value-size 7 | --value-size must be 8 to",
                "read --threads 0 | --threads must be 1 to 1024, not 0",
                "open --rounds 0 | --rounds must be 1 to 1000, not 0",
                "index --index-max 1k | --index-max must be 1048576 to",
                "ingest --seconds 0 | --seconds must be more than 0",
            })
    void wrongUsageGetsOneLineThatNamesWhatIsValid(String args, String message) {
        Run run = Run.of(Main.commandLine(FakeSubject::new), args.isEmpty() ? new String[0] : args.split(" "));
        assertEquals(2, run.exitCode(), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains(message), run.err());
        assertEquals("", run.out());
    }

    @Test
    void aDriveThatIsAFileIsRefused() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        Run run = Run.of(Main.commandLine(FakeSubject::new), "limit", "--drive", file.toString());
        assertEquals(1, run.exitCode());
        assertEquals("varve-bench: --drive: " + file + " is not a directory" + System.lineSeparator(), run.err());
    }

    @Test
    void aPlaceForTheResultsThatIsNotThereIsRefusedBeforeTheRun() {
        Path file = directory.resolve("missing").resolve("results.json");
        Run run = Run.of(Main.commandLine(FakeSubject::new), "limit", "--json", file.toString());
        assertEquals(1, run.exitCode());
        assertTrue(run.err().contains("no directory " + directory.resolve("missing")), run.err());
        assertFalse(run.out().contains("MB/s"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest", "small", "read"})
    void theHelpSaysHowEachStoreIsSetUp(String command) {
        Run run = Run.of(Main.commandLine(FakeSubject::new), command, "--help");
        assertEquals(0, run.exitCode(), run.err());
        for (String name : Stores.names()) {
            assertTrue(run.out().contains("  " + name + ": "), name + " in " + run.out());
        }
    }
}
