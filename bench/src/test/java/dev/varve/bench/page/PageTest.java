package dev.varve.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Made-up results in, page and pictures out. */
class PageTest {
    private static final long SEED = Long.getLong("varve.seed", System.nanoTime());

    @TempDir
    private Path directory;

    @Test
    void aContestOfStoresBecomesAPageAndPictures() throws IOException {
        System.out.println("varve.seed=" + SEED);
        Path result = write("run.json", contest());
        List<Path> written = new Page(List.of(result)).write(directory.resolve("out"));
        String page = Files.readString(written.get(0));
        assertEquals(6, written.size(), written::toString);
        for (Path image : written.subList(1, 6)) {
            BufferedImage read = ImageIO.read(image.toFile());
            assertNotNull(read, image::toString);
            assertEquals(1960, read.getWidth());
        }
        assertEquals(5, Pattern.compile("<svg ").matcher(page).results().count());
        for (String words :
                List.of("rocksdb-fifo", "0.68", "xodus was left out, it cannot", "je ended early: disk &lt;full&gt;")) {
            assertTrue(page.contains(words), words);
        }
        assertFalse(
                Pattern.compile("(src|href)=|url\\(|@import|https?:")
                        .matcher(page)
                        .find(),
                "it needs nothing else");
        assertTrue(page.contains("prefers-color-scheme: dark"));
    }

    @Test
    void resultsOfOtherCommandsBecomeTables() throws IOException {
        Map<String, Object> small = new LinkedHashMap<>();
        small.put("command", "small");
        small.put(
                "results",
                List.of(
                        Map.of("name", "async", "ops_per_second", 1_450_000.0, "latency_us", Map.of("p50", 0.69)),
                        Map.of("name", "durable", "ops_per_second", 15_390)));
        List<Path> written =
                new Page(List.of(write("a.json", small), write("b.json", small))).write(directory.resolve("out"));
        assertEquals(1, written.size());
        String page = Files.readString(written.get(0));
        assertTrue(page.contains("<td>1.45 M</td>"), page);
        assertTrue(page.contains("<td>690 ns</td>"), page);
        assertEquals(2, Pattern.compile("<table>").matcher(page).results().count());
    }

    @Test
    void whatIsNoResultIsNamed() throws IOException {
        Path garbled = Files.writeString(directory.resolve("garbled.json"), "{\n\"command\": tru");
        Path other = Files.writeString(directory.resolve("other.json"), "[1]");
        Path missing = directory.resolve("missing.json");
        assertEquals(missing + ": no such file", problem(missing));
        assertTrue(problem(garbled).startsWith(garbled + ": no JSON, line 2: "), problem(garbled));
        assertEquals(other + ": no result of varve-bench, it has no \"command\"", problem(other));
        Map<String, Object> contest = contest();
        contest.put("limit_batch_histogram", "AAAA");
        Page page = new Page(List.of(write("bad.json", contest)));
        IOException e = assertThrows(IOException.class, () -> page.write(directory.resolve("out")));
        assertEquals("bad.json: a histogram that cannot be read", e.getMessage());
    }

    private static String problem(Path file) {
        return assertThrows(IOException.class, () -> new Page(List.of(file))).getMessage();
    }

    private Path write(String name, Map<String, Object> result) throws IOException {
        return Files.writeString(directory.resolve(name), new ObjectMapper().writeValueAsString(result));
    }

    private static Map<String, Object> contest() {
        Random random = new Random(SEED);
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("command", "ingest");
        List<Object> stores = new ArrayList<>();
        stores.add(store("varve", 1.05, 480, random));
        stores.add(store("rocksdb-fifo", 0.68, 760, random));
        stores.add(store("rocksdb-leveled", 0.26, 2086, random));
        Map<String, Object> broken = store("je", 0.21, 2600, random);
        broken.put("ended_early", "disk <full>");
        stores.add(broken);
        all.put("stores", stores);
        all.put("left_out", Map.of("xodus", "it cannot expire"));
        all.put("limit_batch_histogram", histogram(490, random));
        all.put("machine", Map.of("cores", 2, "java", "17"));
        all.put("settings", Map.of("writers", 8));
        return all;
    }

    private static Map<String, Object> store(String name, double ratio, double batchMillis, Random random) {
        Map<String, Object> store = new LinkedHashMap<>();
        store.put("name", name);
        store.put("ratio", ratio);
        store.put("ratio_min", ratio * 0.9);
        store.put("ratio_max", ratio * 1.1);
        store.put("throughput_bytes_per_second", ratio * 800e6);
        List<Object> series = new ArrayList<>();
        for (int second = 0; second < 60; second++) {
            series.add(Map.of(
                    "phase",
                    second < 5 ? "warm-up" : "store",
                    "bytes_per_second",
                    ratio * 800e6 * (0.9 + 0.2 * random.nextDouble()),
                    "batch_max_us",
                    batchMillis * 1000 * (1 + random.nextDouble())));
        }
        store.put("series", series);
        store.put("histograms", Map.of("batch", histogram(batchMillis, random), "read", histogram(2, random)));
        return store;
    }

    private static String histogram(double millis, Random random) {
        Histogram histogram = new Histogram(3);
        for (int i = 0; i < 3000; i++) {
            histogram.recordValue((long) (millis * 1e6 * (1 + Math.abs(random.nextGaussian()) / 4)));
        }
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        byte[] exact = new byte[length];
        bytes.get(0, exact);
        return Base64.getEncoder().encodeToString(exact);
    }
}
