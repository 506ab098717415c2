package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.Store;
import dev.varve.StoreOptions;
import dev.varve.Table;
import dev.varve.TableOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LsInfoVerifyTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private Path a;
    private Path b;
    private Cli cli;

    @BeforeEach
    void create() {
        a = folder.resolve("a");
        b = folder.resolve("b");
        cli = new Cli(a, b);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Store open() {
        return Store.open(StoreOptions.at(a, b).clock(cli.clock).build());
    }

    /** A closed store: 100 values that expire after a day, and one that never does. */
    private void fill() {
        try (Store store = open()) {
            Table day = store.table("day", TableOptions.ttl(Duration.ofDays(1)).build());
            for (int i = 0; i < 100; i++) {
                day.put(utf8("key-" + i), new byte[i]);
            }
            store.table("ever", TableOptions.defaults()).put(utf8("k"), utf8("value"));
        }
    }

    private List<Path> segments(String table) throws IOException {
        List<Path> segments = new ArrayList<>();
        for (Path drive : List.of(a, b)) {
            if (Files.isDirectory(drive.resolve(table))) {
                try (var files = Files.list(drive.resolve(table))) {
                    files.filter(each -> each.toString().endsWith(".segment")).forEach(segments::add);
                }
            }
        }
        return segments;
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] content = Files.readAllBytes(file);
        content[at] ^= 1;
        Files.write(file, content);
    }

    /** Where a text begins in a file. */
    private static int indexOf(Path file, String text) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).indexOf(text);
    }

    @Test
    void listsTablesAndKeysInOrder() throws IOException {
        fill();
        assertEquals(List.of("day", "ever"), cli.run("ls").ok().lines());
        assertEquals(List.of("day"), cli.run("ls", "--limit", "1").ok().lines());
        List<String> keys = cli.run("ls", "--table", "day").ok().lines();
        assertEquals(100, keys.size());
        assertEquals(
                keys.subList(0, 7),
                cli.run("ls", "--table", "day", "--limit", "7").ok().lines());
        assertEquals(
                List.of(), cli.run("ls", "--table", "day", "--limit", "0").ok().lines());
        List<String> detailed = cli.run("ls", "--table", "day", "--long").ok().lines();
        String line = "2027-01-1[45] \\d\\d:\\d\\d:\\d\\d  2027-01-1[56] .* +7  key-7";
        assertEquals(1, detailed.stream().filter(each -> each.matches(line)).count(), detailed::toString);
        String table = cli.run("ls", "--long").ok().lines().get(0);
        assertTrue(table.contains("100 values") && table.contains("TTL 1d ") && table.endsWith(" day"), table);
        assertEquals(
                "varve: no table nothing", cli.run("ls", "--table", "nothing").failed(1));
    }

    @Test
    void listsAsJson() throws IOException {
        fill();
        List<String> lines = cli.run("ls", "--table", "day", "--json").ok().lines();
        String line = lines.stream()
                .filter(each -> each.contains("key-3\""))
                .findFirst()
                .orElseThrow();
        JsonNode key = JSON.readTree(line);
        assertEquals(3, key.get("length").asLong());
        assertEquals("2027-01-15T08:00:00Z", key.get("put").asText());
        assertEquals("2027-01-16T08:00:00Z", key.get("expires").asText());
        JsonNode table = JSON.readTree(cli.run("ls", "--json").ok().lines().get(1));
        assertEquals("ever", table.get("name").asText());
        assertEquals(1, table.get("values").asLong());
        assertEquals(0, table.get("ttl_ms").asLong());
    }

    @Test
    void doesNotListWhatExpired() {
        fill();
        cli.clock.pass(Duration.ofDays(1).toMillis() - 1);
        assertEquals(100, cli.run("ls", "--table", "day").ok().lines().size());
        cli.clock.pass(1);
        assertEquals(List.of(), cli.run("ls", "--table", "day").ok().lines());
        assertEquals(List.of("k"), cli.run("ls", "--table", "ever").ok().lines());
        assertTrue(cli.run("info", "--table", "day").ok().out().contains(" of it wholly expired\n"));
    }

    @Test
    void infoTellsWhatThereIs() throws IOException {
        fill();
        cli.clock.pass(Duration.ofHours(6).toMillis());
        String text = cli.run("info", "--segments").ok().out();
        assertTrue(text.contains(", 2 drives, 2 tables\n"), text);
        assertTrue(text.contains("table     day: TTL 1d\n"), text);
        assertTrue(text.contains("values    100, "), text);
        assertTrue(text.contains("(in 18h)"), text);
        assertTrue(text.contains("(6h ago)"), text);
        assertTrue(text.contains("within 1h 0 B, within 1d "), text);
        JsonNode info =
                JSON.readTree(cli.run("info", "--json", "--segments").ok().out());
        assertEquals(2, info.get("drives").size());
        assertTrue(info.get("drives").get(0).get("free_bytes").asLong() > 0);
        assertEquals(0, info.get("problems").size());
        JsonNode day = info.get("tables").get(0);
        assertEquals(86_400_000, day.get("ttl_ms").asLong());
        assertEquals(100, day.get("values").asLong());
        assertEquals(4950, day.get("value_bytes").asLong());
        assertEquals("2027-01-15T08:00:00Z", day.get("oldest_put").asText());
        assertEquals("2027-01-16T08:00:00Z", day.get("next_expiry").asText());
        long values = 0;
        for (JsonNode segment : day.get("segments")) {
            assertEquals("sealed", segment.get("state").asText());
            values += segment.get("values").asLong();
        }
        assertEquals(100, values);
        assertEquals(
                1,
                JSON.readTree(cli.run("info", "--json", "--table", "ever").ok().out())
                        .get("tables")
                        .size());
        assertEquals(
                "varve: no table nothing", cli.run("info", "--table", "nothing").failed(1));
    }

    @Test
    void lookingChangesNoFile() {
        fill();
        Map<String, String> before = Cli.hashes(a, b);
        assertFalse(before.isEmpty());
        cli.run("ls", "--long").ok();
        cli.run("ls", "--table", "day").ok();
        cli.run("info", "--segments").ok();
        cli.run("verify").ok();
        assertEquals(before, Cli.hashes(a, b));
    }

    @Test
    void lookingWorksWhileTheStoreIsOpen() {
        fill();
        try (Store store = open()) {
            Table day = store.table("day");
            for (int i = 0; i < 50; i++) {
                day.put(utf8("more-" + i), new byte[5000]);
            }
            day.flush().join();
            assertEquals(150, cli.run("ls", "--table", "day").ok().lines().size());
            String info = cli.run("info").ok().out();
            assertTrue(info.contains("values    150, "), info);
            assertTrue(info.contains("in use by "), info);
            String verified = cli.run("verify").ok().out();
            assertTrue(verified.startsWith("no problems: ") && verified.contains(" 151 values, "), verified);
            day.put(utf8("and on"), new byte[5000]);
        }
        assertTrue(cli.run("verify").ok().out().contains(" 152 values, "));
    }

    @Test
    void verifyNamesAFlippedByte() throws IOException {
        fill();
        Path file = segments("ever").get(0);
        int at = indexOf(file, "value");
        flip(file, at);
        Map<String, String> before = Cli.hashes(a, b);
        Cli.Result result = cli.run("verify");
        assertEquals(1, result.code());
        assertEquals("", result.err());
        // The record begins 16 bytes and the key's one byte before its value.
        assertTrue(
                result.lines()
                        .get(0)
                        .matches(file + " at offset " + (at - 17)
                                + ": expected value CRC 0x[0-9a-f]+ of its bytes, found 0x[0-9a-f]+"),
                result::out);
        assertTrue(result.lines().get(1).startsWith("1 problem: "), result::out);
        assertEquals(2, result.lines().size(), result::out);
        assertEquals(before, Cli.hashes(a, b));
        assertEquals(0, cli.run("verify", "--table", "day").code());
    }

    @Test
    void verifyNamesEveryDamagedRecord() throws IOException {
        fill();
        Path file = segments("day").get(0);
        List<String> keys = List.of(cli.run("ls", "--table", "day").ok().out().split("\n"));
        List<String> here = new ArrayList<>();
        for (String key : keys) {
            if (indexOf(file, key) > 0 && key.length() == 6 && here.size() < 3) {
                here.add(key);
                flip(file, indexOf(file, key));
            }
        }
        assertEquals(3, here.size(), keys::toString);
        Cli.Result result = cli.run("verify", "--table", "day");
        assertEquals(1, result.code());
        assertEquals(4, result.lines().size(), result::out);
        for (String line : result.lines().subList(0, 3)) {
            assertTrue(line.startsWith(file + " at offset "), line);
            assertTrue(line.contains("header CRC") && line.contains("key's hash"), line);
        }
        assertEquals(97, cli.run("ls", "--table", "day").lines().size());
    }

    @Test
    void verifyNamesADamagedIndexFile() throws IOException {
        fill();
        Path file = null;
        for (Path drive : List.of(a, b)) {
            if (Files.isDirectory(drive.resolve("day/index"))) {
                try (var files = Files.list(drive.resolve("day/index"))) {
                    file = files.findFirst().orElse(file);
                }
            }
        }
        byte[] content = Files.readAllBytes(file);
        for (int at : new int[] {30, 4096 + 9, content.length - 4}) {
            byte[] copy = content.clone();
            copy[at] ^= 1;
            Files.write(file, copy);
            Cli.Result result = cli.run("verify");
            assertEquals(1, result.code());
            assertEquals(2, result.lines().size(), result::out);
            assertTrue(result.lines().get(0).startsWith(file + " at offset "), result::out);
        }
        Files.write(file, content);
        cli.run("verify").ok();
    }

    @Test
    void aStoreThatDoesNotOpenCanBeLookedInto() throws IOException {
        fill();
        for (Path drive : List.of(a, b)) {
            for (String name : List.of("day/table.meta", "day/table.meta.copy")) {
                flip(drive.resolve(name), 25);
            }
        }
        assertEquals(1, cli.run("get", "k", "--table", "ever").code());
        Cli.Result info = cli.run("info");
        assertEquals(1, info.code());
        assertTrue(info.out().contains("table     day: TTL unknown\n"), info::out);
        assertTrue(info.out().contains("values    100, "), info::out);
        assertTrue(info.out().contains("problem   " + a.resolve("day/table.meta") + " at offset "), info::out);
        Cli.Result verified = cli.run("verify");
        assertEquals(1, verified.code());
        assertEquals(
                4,
                verified.lines().stream()
                        .filter(line -> line.contains("day/table.meta"))
                        .count());
        assertEquals(
                101,
                cli.run("ls", "--table", "day").lines().size()
                        + cli.run("ls", "--table", "ever").lines().size());
    }

    @Test
    void aMissingDriveIsAProblem() {
        fill();
        Cli.Result result = new Cli(a).run("verify");
        assertEquals(1, result.code());
        assertTrue(result.lines().get(0).contains("not among the drives given"), result::out);
        assertTrue(new Cli(a).run("info").out().contains("MISSING, last seen at " + b), result::out);
    }

    @Test
    void anUnreadableSegmentIsReported() throws IOException {
        fill();
        Path file = segments("ever").get(0);
        Files.write(file, new byte[20_000]);
        Cli.Result info = cli.run("info");
        assertEquals(1, info.code());
        assertTrue(info.out().contains("problem   " + file + " is damaged at offset 0"), info::out);
        assertTrue(cli.run("ls", "--table", "ever").failed(1).contains(file.toString()));
        assertEquals(1, cli.run("verify").code());
    }
}
