package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.segments.SegmentFileScan.Found;
import dev.varve.segments.SegmentImage.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever happens to the bytes: a scan ends, and what it shows was put in. */
class SegmentFileScanPropertyTest {
    private static final Path FILE = Path.of("/drive/a");

    private final MemoryFileSystem fileSystem = new MemoryFileSystem();
    private final SegmentFileScan scan = new SegmentFileScan();

    @Property(tries = 300)
    void showsWhatWasPutInAndAllThatIsUntouched(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 40) int records, @ForAll @IntRange(max = 6) int hits)
            throws IOException {
        Random random = new Random(seed);
        SegmentImage image = new SegmentImage();
        for (int i = 0; i < records; i++) {
            append(image, random);
        }
        byte[] content = image.toBytes();
        int[] from = new int[hits];
        int[] to = new int[hits];
        for (int i = 0; i < hits && content.length > 8192; i++) {
            from[i] = 8192 + random.nextInt(content.length - 8192);
            to[i] = Math.min(content.length, from[i] + 1 + random.nextInt(300));
            damage(content, from[i], to[i], random);
        }
        Map<Long, Value> byOffset = new HashMap<>();
        image.values.forEach(value -> byOffset.put(value.offset(), value));
        fileSystem.createDirectories(FILE.getParent());
        SegmentImage.write(fileSystem, FILE, content);
        scan(content.length, image, byOffset);
        for (Value left : byOffset.values()) {
            boolean hit = false;
            for (int i = 0; i < hits; i++) {
                hit |= from[i] < left.end() && to[i] > left.offset();
            }
            assertTrue(hit, () -> "not shown, yet untouched: " + left.offset());
        }
    }

    private void scan(long end, SegmentImage image, Map<Long, Value> left) throws IOException {
        try (StoreFile file = fileSystem.open(FILE, OpenMode.READ)) {
            scan.start(new StoreFileBytes(file), image.header(), RecordLayout.DATA_START, end, true);
            long last = RecordLayout.DATA_START;
            for (Found found = scan.next(); found != Found.END; found = scan.next()) {
                assertEquals(last, scan.offset());
                assertTrue(scan.end() > last);
                last = scan.end();
                if (found == Found.VALUE) {
                    Value value = left.get(scan.offset());
                    assertEquals(value.hash(), SegmentImage.HASH.hash(scan.key()));
                    assertEquals(value.bytes().length, scan.valueLength());
                    assertEquals(value.ownTtlMs(), scan.ownTtlMs());
                    if (scan.isValueWhole()) {
                        left.remove(scan.offset());
                    }
                }
            }
            assertEquals(end, last);
        }
    }

    private static void append(SegmentImage image, Random random) {
        switch (random.nextInt(8)) {
            case 0 -> image.mark();
            case 1 -> image.pad(random.nextInt(300));
            case 2 -> image.directory();
            default ->
                image.value(
                        "k".repeat(1 + random.nextInt(30)) + image.values.size(),
                        random.nextInt(random.nextInt(20) == 0 ? 3_000_000 : 400),
                        random.nextInt(3) == 0 ? 1 + random.nextInt(1000) : 0);
        }
    }

    private static void damage(byte[] content, int from, int to, Random random) {
        int kind = random.nextInt(3);
        for (int at = from; at < to; at++) {
            content[at] = switch (kind) {
                case 0 -> 0;
                case 1 -> (byte) random.nextInt();
                default -> (byte) (content[at] ^ 1);
            };
        }
    }
}
