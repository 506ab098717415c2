package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.Store;
import dev.varve.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PutGetTest {
    @TempDir
    Path folder;

    private Path drive;
    private Cli cli;

    @BeforeEach
    void create() {
        drive = folder.resolve("drive");
        cli = new Cli(drive);
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void aValueComesBackFromWhereverItWas() throws IOException {
        byte[] content = bytes(5000);
        Path file = Files.write(folder.resolve("file"), content);
        cli.run("put", "from text", "--value", "grüße").ok();
        cli.run("put", "from file", file.toString()).ok();
        cli.in(content).run("put", "from input").ok();
        cli.in(new byte[0]).run("put", "nothing", "-").ok();
        assertEquals("grüße", cli.run("get", "from text").ok().out());
        assertArrayEquals(content, cli.run("get", "from file").ok().bytes());
        assertArrayEquals(content, cli.run("get", "from input").ok().bytes());
        assertEquals(0, cli.run("get", "nothing").ok().bytes().length);
    }

    @Test
    void aLargeValueIsStreamed() throws IOException {
        byte[] content = bytes(Source.WHOLE_LENGTH_MAX + 12_345);
        Path file = Files.write(folder.resolve("file"), content);
        cli.run("put", "from file", file.toString()).ok();
        cli.in(content).run("put", "from input").ok();
        Path out = folder.resolve("out");
        for (String key : new String[] {"from file", "from input"}) {
            cli.run("get", key, "--out", out.toString()).ok();
            assertArrayEquals(content, Files.readAllBytes(out));
        }
    }

    @Test
    void aKeyIsWrittenOnce() {
        cli.run("put", "key", "--value", "first").ok();
        assertEquals(
                "varve: key already holds a value in table default; it stays as it is",
                cli.run("put", "key", "--value", "second").failed(1));
        assertEquals("first", cli.run("get", "key").ok().out());
    }

    @Test
    void tablesAreApart() {
        cli.run("put", "key", "--value", "a", "--table", "one").ok();
        cli.run("put", "key", "--value", "b", "--table", "two").ok();
        assertEquals("a", cli.run("get", "key", "--table", "one").ok().out());
        assertEquals("b", cli.run("get", "key", "--table", "two").ok().out());
        assertEquals(
                "varve: no table default; there is one, two",
                cli.run("get", "key").failed(1));
    }

    @Test
    void anAbsentKeyIsExitCode1() {
        cli.run("put", "key", "--value", "a").ok();
        Cli.Result result = cli.run("get", "other");
        assertEquals("varve: other has no value in table default", result.failed(1));
        assertEquals(0, result.bytes().length);
        Path out = folder.resolve("out");
        cli.run("get", "other", "--out", out.toString()).failed(1);
        assertFalse(Files.exists(out));
    }

    @Test
    void anOwnTimeToLiveEndsAValue() {
        cli.run("put", "short", "--value", "a", "--ttl", "1h").ok();
        cli.run("put", "long", "--value", "b").ok();
        cli.clock.pass(3_599_000);
        assertEquals("a", cli.run("get", "short").ok().out());
        cli.clock.pass(1_000);
        cli.run("get", "short").failed(1);
        assertEquals("b", cli.run("get", "long").ok().out());
        assertEquals("long\n", cli.run("ls", "--table", "default").ok().out());
    }

    @Test
    void keysOfBytesAreTypedInHex() {
        cli.run("put", "hex:00ff", "--value", "a").ok();
        assertEquals("a", cli.run("get", "hex:00FF").ok().out());
        assertEquals("hex:00ff\n", cli.run("ls", "--table", "default").ok().out());
        assertTrue(cli.run("get", "hex:0").failed(1).contains("hexadecimal"));
    }

    @Test
    void limitsAreTold() {
        assertTrue(cli.run("put", "", "--value", "a").failed(1).contains("key"));
        assertTrue(
                cli.run("put", "key", "--value", "a", "--ttl", "1ms").failed(1).contains("ttl"));
    }

    @Test
    void whatIsMissingIsTold() throws IOException {
        Path missing = folder.resolve("missing");
        assertEquals(
                "varve: " + missing + ": no such file",
                cli.run("put", "key", missing.toString()).failed(1));
        assertFalse(Files.exists(drive), "nothing was to be put");
        assertTrue(cli.run("put", "key", folder.toString()).failed(1).contains("is a directory"));
        cli.run("put", "key", "--value", "a").ok();
        Path nowhere = folder.resolve("no/where");
        assertEquals(
                "varve: " + nowhere + ".varve-part: no such file",
                cli.run("get", "key", "--out", nowhere.toString()).failed(1));
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertTrue(new Cli(file).run("put", "key", "--value", "a").failed(1).contains(file + " is no directory"));
    }

    @Test
    void aFileIsReplacedWholeOrNotAtAll() throws IOException {
        cli.run("put", "key", "--value", "new").ok();
        Path out = Files.writeString(folder.resolve("out"), "old content");
        Path link = Files.createSymbolicLink(folder.resolve("link"), out);
        cli.run("get", "key", "--out", link.toString()).ok();
        assertEquals("new", Files.readString(out));
        assertTrue(Files.isSymbolicLink(link));
        cli.run("get", "key", "--out", "/dev/null").ok();
        assertFalse(Files.isRegularFile(Path.of("/dev/null")));
    }

    @Test
    void aStoreThatIsOpenIsToldApart() {
        try (Store store = Store.open(StoreOptions.at(drive).build())) {
            String problem = cli.run("get", "key").failed(1);
            assertTrue(problem.startsWith("varve: store on " + drive + " is open already: "), problem);
            assertTrue(cli.run("put", "key", "--value", "a").failed(1).contains("is open already"));
            assertFalse(store.isClosed());
        }
    }

    @Test
    void aMissingDriveIsNamedAndMayBeLeftOut() {
        Path other = folder.resolve("other");
        Cli both = new Cli(drive, other);
        both.run("put", "key", "--value", "a").ok();
        String problem = cli.run("get", "key").failed(1);
        assertTrue(problem.contains(other.toString()) && problem.contains("missing"), problem);
        assertEquals(
                "varve: nothing has no value in table default",
                cli.run("get", "nothing", "--allow-missing-drives").failed(1));
        assertEquals("a", both.run("get", "key").ok().out());
    }

    @Test
    void aNewerFormatIsTold() throws IOException {
        cli.run("put", "key", "--value", "a").ok();
        for (String name : new String[] {"varve.store", "varve.store.copy"}) {
            byte[] content = Files.readAllBytes(drive.resolve(name));
            content[8] = 9;
            Files.write(drive.resolve(name), content);
        }
        String problem = cli.run("get", "key").failed(1);
        assertTrue(problem.contains("varve.store") && problem.contains("newer"), problem);
        assertEquals(1, cli.run("info").code());
        assertTrue(cli.run("info").out().contains("newer format"));
    }

    @Test
    void outOfSpaceIsToldWithNumbers() {
        String problem = cli.run("put", "key", "--value", "a", "--free-space-min", "900PiB")
                .failed(1);
        assertTrue(problem.startsWith("varve: no space on " + drive + ": "), problem);
        assertTrue(problem.contains(" needed"), problem);
    }

    @Test
    void errorsAreOneLineWhateverTheTextIs() {
        String problem = new Cli(Path.of("a\nb")).run("get", "key").failed(1);
        assertTrue(problem.contains("no store"), problem);
    }
}
