package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestLinesTest {
    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void create() {
        cli = new Cli(folder.resolve("drive"));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write(content);
        }
        return bytes.toByteArray();
    }

    private static String documents(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append("{\"body\":{\"id\":\"no\"},\"id\":\"n").append(i).append("\",\"z\":[1,{\"id\":2}]}\n");
        }
        return text.toString();
    }

    @Test
    void linesOfACompressedFileBecomeValues() throws IOException {
        Path file = Files.write(folder.resolve("events.json.gz"), gzip(utf8(documents(0, 10_000))));
        Cli.Result result = cli.run("ingest", "--lines", file.toString(), "--key-field", "id")
                .ok();
        assertTrue(result.out().startsWith("stored 10,000 values, "), result::out);
        assertEquals(
                "{\"body\":{\"id\":\"no\"},\"id\":\"n77\",\"z\":[1,{\"id\":2}]}",
                cli.run("get", "n77").ok().out());
    }

    @Test
    void severalPackedPartsAreOneFile() throws IOException {
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        parts.write(gzip(utf8(documents(0, 100))));
        parts.write(gzip(utf8(documents(100, 200))));
        Path file = Files.write(folder.resolve("events.gz"), parts.toByteArray());
        assertTrue(cli.run("ingest", "--lines", file.toString(), "--key-field", "id")
                .ok()
                .out()
                .startsWith("stored 200 values, "));
    }

    @Test
    void plainFilesAndStandardInputGoToo() throws IOException {
        Path file = Files.writeString(folder.resolve("events.json"), documents(0, 10));
        cli.run("ingest", "--lines", file.toString(), "--key-field", "id").ok();
        Cli.Result result = cli.in(utf8(documents(5, 20)))
                .run("ingest", "--lines", "-", "--key-field", "id")
                .ok();
        assertTrue(result.out().contains("stored 10 values, "), result::out);
        assertTrue(result.out().contains("; 5 duplicates, "), result::out);
        cli.in(gzip(utf8(documents(20, 21))))
                .run("ingest", "--lines", "-", "--key-field", "id")
                .ok();
        cli.run("get", "n20").ok();
    }

    @Test
    void lineEndsAndEmptyLinesDoNotBelongToValues() {
        byte[] lines = utf8("{\"id\":1}\r\n\n\r\n{\"id\":2}");
        assertTrue(cli.in(lines)
                .run("ingest", "--lines", "-", "--key-field", "id")
                .ok()
                .out()
                .startsWith("stored 2 values, 16 B; "));
        assertEquals("{\"id\":1}", cli.run("get", "1").ok().out());
    }

    @Test
    void badLinesAreNamedAndTheRestGoesIn() {
        String lines = String.join(
                "\n",
                "{\"id\":\"a\"}",
                "{\"id\":",
                "[1]",
                "{\"other\":1}",
                "{\"id\":{}}",
                "{\"id\":null}",
                "{\"id\":\"\"}",
                "{\"id\":\"x\"} {}",
                "{\"id\":\"b\"}");
        Cli.Result result = cli.in(utf8(lines)).run("ingest", "--lines", "-", "--key-field", "id");
        assertEquals(1, result.code());
        assertEquals(7, result.err().lines().count(), result::err);
        assertTrue(result.err().contains("varve: standard input line 2: no valid JSON at column "), result::err);
        assertTrue(result.err().contains("varve: standard input line 3: no JSON object\n"), result::err);
        assertTrue(result.err().contains("varve: standard input line 4: no field id\n"), result::err);
        assertTrue(result.err().contains("line 5: field id is neither text nor number\n"), result::err);
        assertTrue(result.err().contains("line 6: field id is neither text nor number\n"), result::err);
        assertTrue(result.err().contains("line 7: key "), result::err);
        assertTrue(result.err().contains("line 8: more than one document\n"), result::err);
        assertTrue(result.out().startsWith("stored 2 values, "), result::out);
        assertTrue(result.out().contains(" 7 left out; "), result::out);
    }

    @Test
    void complaintsDoNotFloodTheTerminal() {
        Cli.Result result = cli.in(utf8("x\n".repeat(1000))).run("ingest", "--lines", "-", "--key-field", "id");
        assertEquals(1, result.code());
        assertEquals(101, result.err().lines().count());
        assertTrue(result.err().endsWith("varve: 900 more problems are not shown\n"), result::err);
    }

    @Test
    void aFileThatBreaksOffIsReportedAndItsBeginningStays() throws IOException {
        byte[] packed = gzip(utf8(documents(0, 50_000)));
        Path file = Files.write(folder.resolve("events.gz"), Arrays.copyOf(packed, packed.length / 2));
        Cli.Result result = cli.run("ingest", "--lines", file.toString(), "--key-field", "id");
        assertTrue(result.failed(1).startsWith("varve: " + file + ": "), result::err);
        assertTrue(result.err().contains("behind line"), result::err);
        cli.run("get", "n5").ok();
        Path missing = folder.resolve("missing.gz");
        assertEquals(
                "varve: " + missing + ": no such file",
                cli.run("ingest", "--lines", missing.toString(), "--key-field", "id")
                        .failed(1));
    }

    @Test
    void theKeyCanLieDeeperOrBeADigest() {
        cli.in(utf8("{\"a\":{\"x\":1,\"b\":{\"id\":12.50}},\"id\":3}"))
                .run("ingest", "--lines", "-", "--key-field", "/a/b/id")
                .ok();
        assertEquals("12.50\n", cli.run("ls", "--table", "default").ok().out());
        cli.in(utf8("any text\nany text\n"))
                .run("ingest", "--lines", "-", "--key", "sha256", "--table", "t")
                .ok();
        String hex = HexFormat.of().formatHex(Cli.sha256(utf8("any text")));
        assertEquals(
                "any text", cli.run("get", "hex:" + hex, "--table", "t").ok().out());
    }

    @Test
    void aLineMayBeLong() {
        String document = "{\"text\":\"" + "x".repeat(30 << 20) + "\",\"id\":\"long\"}";
        cli.in(utf8("{\"id\":1}\n" + document + "\n{\"id\":2}"))
                .run("ingest", "--lines", "-", "--key-field", "id")
                .ok();
        assertEquals(document, cli.run("get", "long").ok().out());
        cli.run("get", "2").ok();
    }
}
