package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
    @TempDir
    Path folder;

    private Cli cli() {
        return new Cli(folder.resolve("drive"));
    }

    @Test
    void wrongUsageIsOneLineAndExitCode2() {
        Cli cli = cli();
        assertEquals(
                "varve: missing command; valid: ingest, put, get, ls, info, verify (see varve --help)",
                cli.plain().failed(2));
        assertTrue(cli.plain("gett").failed(2).startsWith("varve: unknown command 'gett'"));
        assertTrue(cli.plain("get", "key").failed(2).contains("--drive"));
        assertTrue(cli.run("get", "key", "--colour").failed(2).contains("unknown argument '--colour'"));
        assertTrue(cli.run("get").failed(2).contains("either KEY or --to"));
        assertTrue(cli.run("get", "key", "--to", "x").failed(2).contains("either KEY or --to"));
        assertTrue(cli.run("get", "--to", "x", "--out", "y").failed(2).contains("--out goes with KEY"));
        assertTrue(cli.run("put", "key", "file", "--value", "x").failed(2).contains("both FILE and --value"));
        assertTrue(cli.run("ls", "--limit", "-1").failed(2).contains("--limit"));
        assertTrue(cli.run("ls", "--limit", "many").failed(2).contains("'many'"));
        assertTrue(cli.run("info", "--table", "a/b").failed(2).contains("'a/b' can be no table"));
        assertTrue(cli.run("get", "key", "--table", "spare").failed(2).contains("'spare' can be no table"));
        assertFalse(Files.exists(folder.resolve("drive")));
    }

    @Test
    void wrongUsageOfIngestIsToldBeforeAnythingIsMade() {
        Cli cli = cli();
        assertTrue(cli.run("ingest").failed(2).contains("a PATH or --lines"));
        assertTrue(cli.run("ingest", "x", "--lines", "y").failed(2).contains("not both"));
        assertTrue(cli.run("ingest", "x", "--key-field", "id").failed(2).contains("--key-field goes with --lines"));
        assertTrue(cli.run("ingest", "--lines", "y").failed(2).contains("--key-field or --key sha256"));
        assertTrue(cli.run("ingest", "--lines", "y", "--key", "path").failed(2).contains("--key path is for files"));
        assertTrue(cli.run("ingest", "x", "--key", "md5").failed(2).contains("md5"));
        assertTrue(cli.run("ingest", "x", "--ttl", "soon").failed(2).contains("'soon' is no duration"));
        assertTrue(cli.run("ingest", "x", "--ttl", "5ms").failed(2).contains("ttl"));
        assertTrue(cli.run("ingest", "x", "--max-bytes", "1KiB").failed(2).contains("maxBytes"));
        assertTrue(cli.run("ingest", "x", "--max-bytes", "big").failed(2).contains("'big' is no size"));
        assertFalse(Files.exists(folder.resolve("drive")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest", "put", "get", "ls", "info", "verify"})
    void everyCommandHasHelpWithExamples(String command) {
        Cli.Result result = new Cli().plain(command, "--help").ok();
        assertTrue(result.out().contains("Examples:"), result::out);
        assertTrue(result.out().contains("--drive"), result::out);
        assertTrue(result.out().contains("Exit codes:"), result::out);
        assertEquals(
                List.of(),
                result.lines().stream().filter(line -> line.length() > 120).toList());
    }

    @Test
    void theProgramHasHelpAndAVersion() {
        assertTrue(new Cli().plain("--help").ok().out().contains("verify"));
        assertEquals("varve development\n", new Cli().plain("--version").ok().out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"get key", "ls", "info", "verify"})
    void whereThereIsNoStoreNoneIsMade(String command) throws Exception {
        Cli cli = cli();
        String[] args = command.split(" ");
        String problem = "varve: no store in " + folder.resolve("drive");
        assertEquals(problem, cli.run(args).failed(1));
        assertFalse(Files.exists(folder.resolve("drive")));
        Files.createDirectory(folder.resolve("drive"));
        assertEquals(problem, cli.run(args).failed(1));
        try (var names = Files.list(folder.resolve("drive"))) {
            assertEquals(0, names.count());
        }
    }

    @Test
    void aBlankDriveIsNotAddedByReading() {
        Cli one = cli();
        one.run("put", "key", "--value", "x").ok();
        Path blank = folder.resolve("blank");
        Cli two = new Cli(folder.resolve("drive"), blank);
        assertEquals("varve: no store in " + blank, two.run("get", "key").failed(1));
        assertFalse(Files.exists(blank));
    }
}
