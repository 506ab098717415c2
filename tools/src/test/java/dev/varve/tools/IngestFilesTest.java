package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestFilesTest {
    @TempDir
    Path folder;

    private Path tree;
    private Cli cli;
    private final Map<String, byte[]> contents = new TreeMap<>();

    @BeforeEach
    void create() throws IOException {
        tree = Files.createDirectories(folder.resolve("tree"));
        cli = new Cli(folder.resolve("a"), folder.resolve("b"));
        Random random = new Random(1);
        file("empty", new byte[0]);
        file("deep/er/and deeper/grüße", bytes(random, 10));
        file("deep/x", bytes(random, 1));
        for (int i = 0; i < 50; i++) {
            file("many/" + i, bytes(random, random.nextInt(20_000)));
        }
    }

    /** Two files at the length from which on they are streamed. */
    private void addLargeFiles() throws IOException {
        file("large", bytes(new Random(2), Source.WHOLE_LENGTH_MAX + 1));
        file("whole", bytes(new Random(3), Source.WHOLE_LENGTH_MAX));
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private void file(String name, byte[] content) throws IOException {
        Path path = tree.resolve(name);
        Files.createDirectories(path.getParent());
        Files.write(path, content);
        contents.put(name, content);
    }

    private void assertFiles(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            assertEquals(
                    contents.keySet(),
                    files.filter(Files::isRegularFile)
                            .map(each -> root.relativize(each).toString())
                            .collect(Collectors.toCollection(java.util.TreeSet::new)));
        }
        for (Map.Entry<String, byte[]> each : contents.entrySet()) {
            assertArrayEquals(each.getValue(), Files.readAllBytes(root.resolve(each.getKey())), each.getKey());
        }
    }

    @Test
    void aTreeOfFilesComesBackFromTwoDrives() throws IOException {
        addLargeFiles();
        Cli.Result result =
                cli.run("ingest", tree.toString(), "--table", "tree").ok();
        assertTrue(result.out().startsWith("stored 55 values, "), result::out);
        assertTrue(result.out().contains("; 0 duplicates, 0 left out; "), result::out);
        Path out = folder.resolve("out");
        assertTrue(cli.run("get", "--to", out.toString(), "--table", "tree")
                .ok()
                .out()
                .startsWith("wrote 55 files"));
        assertFiles(out);
        assertArrayEquals(
                contents.get("deep/x"),
                cli.run("get", "deep/x", "--table", "tree").ok().bytes());
        assertEquals("no problems: ", cli.run("verify").ok().out().substring(0, 13));
    }

    @Test
    void duplicatesAreCountedAndAreNoError() {
        cli.run("ingest", tree.toString()).ok();
        Cli.Result again = cli.run("ingest", tree.toString()).ok();
        assertTrue(again.out().startsWith("stored 0 values, 0 B; 53 duplicates, 0 left out; "), again::out);
    }

    @Test
    void aDigestCanBeTheKey() throws IOException {
        addLargeFiles();
        file("same as x", contents.get("deep/x"));
        Cli.Result result =
                cli.run("ingest", tree.toString(), "--key", "sha256").ok();
        assertTrue(result.out().contains("; 1 duplicate, 0 left out; "), result::out);
        for (String name : new String[] {"deep/x", "large", "whole"}) {
            String hex = HexFormat.of().formatHex(Cli.sha256(contents.get(name)));
            assertArrayEquals(
                    contents.get(name), cli.run("get", "hex:" + hex).ok().bytes());
        }
        Path out = folder.resolve("out");
        cli.run("get", "--to", out.toString()).ok();
        String hex = HexFormat.of().formatHex(Cli.sha256(contents.get("large")));
        assertArrayEquals(contents.get("large"), Files.readAllBytes(out.resolve(hex)));
    }

    @Test
    void aFileGivenByItselfIsKeyedByItsName() {
        cli.run(
                        "ingest",
                        tree.resolve("deep/x").toString(),
                        tree.resolve("many").toString())
                .ok();
        assertArrayEquals(contents.get("deep/x"), cli.run("get", "x").ok().bytes());
        assertArrayEquals(contents.get("many/7"), cli.run("get", "7").ok().bytes());
    }

    @Test
    void whatCannotBeReadIsReportedAndTheRestGoesIn() throws IOException {
        Files.createSymbolicLink(tree.resolve("dangling"), folder.resolve("nothing"));
        Files.createSymbolicLink(tree.resolve("linked"), tree.resolve("deep/x"));
        Files.createSymbolicLink(tree.resolve("deep/loop"), tree.resolve("deep"));
        Path missing = folder.resolve("missing");
        Cli.Result result = cli.run("ingest", tree.toString(), missing.toString());
        assertEquals(1, result.code());
        assertTrue(result.err().contains("varve: " + tree.resolve("dangling") + ": a link to nothing\n"), result::err);
        assertTrue(result.err().contains(tree.resolve("deep/loop") + ": links in a circle\n"), result::err);
        assertTrue(result.err().contains("varve: " + missing + ": no such file\n"), result::err);
        assertEquals(3, result.err().lines().count(), result::err);
        assertTrue(result.out().startsWith("stored 54 values, "), result::out);
        assertTrue(result.out().contains(" 3 left out; "), result::out);
        assertArrayEquals(contents.get("deep/x"), cli.run("get", "linked").ok().bytes());
    }

    @Test
    void aFileWithoutPermissionIsReported() throws IOException {
        Path secret = tree.resolve("secret");
        Files.writeString(secret, "x");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
        Assumptions.assumeFalse(Files.isReadable(secret), "this user may read everything");
        assertEquals(
                "varve: " + secret + ": permission denied",
                cli.run("ingest", tree.toString()).failed(1));
    }

    @Test
    void aStoreDoesNotSwallowItself() {
        Cli inside = new Cli(tree.resolve("store"));
        assertTrue(inside.run("ingest", tree.toString()).ok().out().startsWith("stored 53 values, "));
    }

    @Test
    void optionsMakeAndChangeTheTable() {
        cli.run("ingest", tree.toString(), "--ttl", "14d", "--max-bytes", "1GiB")
                .ok();
        assertTrue(cli.run("info").ok().out().contains("default: TTL 14d, at most 1.0 GiB\n"));
        cli.run("ingest", tree.toString()).ok();
        assertTrue(cli.run("info").ok().out().contains("default: TTL 14d, at most 1.0 GiB\n"));
        cli.run("ingest", tree.toString(), "--ttl", "never").ok();
        assertTrue(cli.run("info").ok().out().contains("default: TTL never, at most 1.0 GiB\n"));
    }

    @Test
    void filesThatAreThereAreNotReplacedUnlessAskedFor() throws IOException {
        cli.run("ingest", tree.resolve("deep").toString()).ok();
        Path out = Files.createDirectories(folder.resolve("out"));
        Path there = Files.writeString(out.resolve("x"), "mine");
        assertEquals(
                "varve: x: " + there + " is there already; use --overwrite to replace files",
                cli.run("get", "--to", out.toString()).failed(1));
        assertEquals("mine", Files.readString(there));
        assertArrayEquals(
                contents.get("deep/er/and deeper/grüße"), Files.readAllBytes(out.resolve("er/and deeper/grüße")));
        cli.run("get", "--to", out.toString(), "--overwrite").ok();
        assertArrayEquals(contents.get("deep/x"), Files.readAllBytes(there));
    }

    @Test
    void aDamagedValueIsReportedAndTheRestComesOut() throws IOException {
        cli.run("put", "good", "--value", "kept").ok();
        cli.run("put", "bad", "--value", "needle").ok();
        Path damaged = null;
        for (Path drive : new Path[] {folder.resolve("a"), folder.resolve("b")}) {
            try (var files = Files.walk(drive)) {
                for (Path file : files.filter(each -> each.toString().endsWith(".segment"))
                        .toList()) {
                    byte[] content = Files.readAllBytes(file);
                    int at = new String(content, StandardCharsets.ISO_8859_1).indexOf("needle");
                    if (at > 0) {
                        content[at] ^= 1;
                        Files.write(file, content);
                        damaged = file;
                    }
                }
            }
        }
        Path out = folder.resolve("out");
        Cli.Result result = cli.run("get", "--to", out.toString());
        assertTrue(result.failed(1).contains(damaged + ": expected "), result::err);
        assertEquals("kept", Files.readString(out.resolve("good")));
        assertFalse(Files.exists(out.resolve("bad")));
        assertTrue(cli.run("get", "bad").failed(1).contains(damaged + ": expected "));
    }

    @Test
    void noKeyLeadsOutOfTheFolder() throws IOException {
        for (String key : new String[] {"../outside", "/abs", "a//b", "a/./b", "..", "a\\b", "ok/../../x", "."}) {
            cli.run("put", key, "--value", key).ok();
        }
        Path out = folder.resolve("out/inner");
        cli.run("get", "--to", out.toString()).ok();
        try (var files = Files.walk(folder.resolve("out"))) {
            assertTrue(files.filter(Files::isRegularFile)
                    .allMatch(each -> each.getParent().equals(out)));
        }
        assertEquals("../outside", Files.readString(out.resolve(HexFormat.of().formatHex("../outside".getBytes()))));
        assertFalse(Files.exists(folder.resolve("out/outside")));
    }

    @Test
    void aKeyThatIsAFileAndAFolderIsReported() {
        cli.run("put", "a", "--value", "1").ok();
        cli.run("put", "a/b", "--value", "2").ok();
        Cli.Result result = cli.run("get", "--to", folder.resolve("out").toString());
        // Whichever comes second.
        assertTrue(result.failed(1).matches("varve: a: .* is a directory|varve: a/b: .* is no directory"), result::err);
    }
}
