package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.varve.segments.SegmentImage.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeyDirectoryChainTest {
    private static final Path FILE = Path.of("/drive/a");

    private final MemoryFileSystem fileSystem = new MemoryFileSystem();
    private final KeyDirectoryChain chain = new KeyDirectoryChain(new SegmentFileScan(), SegmentImage.HASH);
    private final SegmentImage image = new SegmentImage()
            .values(65_536, 3)
            .directory()
            .values(10, 3)
            .mark()
            .directory()
            .values(100, 3)
            .seal();

    @BeforeEach
    void folder() throws IOException {
        fileSystem.createDirectories(FILE.getParent());
    }

    private Map<Long, Long> entries(byte[] content, Seal seal, long from) throws IOException {
        SegmentImage.write(fileSystem, FILE, content);
        Map<Long, Long> entries = new TreeMap<>();
        try (StoreFile file = fileSystem.open(FILE, OpenMode.READ)) {
            chain.forEach(new StoreFileBytes(file), seal, from, (hash, offset) -> {
                Long twice = entries.put(offset, hash);
                assertEquals(null, twice, "twice at " + offset);
            });
        }
        return entries;
    }

    private static Map<Long, Long> expected(List<Value> values) {
        Map<Long, Long> expected = new TreeMap<>();
        values.forEach(value -> expected.put(value.offset(), value.hash()));
        return expected;
    }

    @Test
    void directoriesListEveryKey() throws IOException {
        assertEquals(expected(image.values), entries(image.toBytes(), image.expectedSeal(), 0));
        assertEquals(0, chain.bytesScanned());
    }

    @Test
    void onlyFromAnOffsetOn() throws IOException {
        for (int first : new int[] {0, 1, 65_535, 65_536, 65_541, 65_546, 65_645}) {
            long from = image.values.get(first).offset();
            List<Value> rest = image.values.subList(first, image.values.size());
            assertEquals(expected(rest), entries(image.toBytes(), image.expectedSeal(), from));
        }
        assertEquals(Map.of(), entries(image.toBytes(), image.expectedSeal(), image.end()));
        assertEquals(0, chain.bytesScanned());
    }

    @Test
    void aDamagedDirectoryOnlyCostsAScan() throws IOException {
        for (long directory : image.directories) {
            byte[] content = image.toBytes();
            content[(int) directory + 40] ^= 1;
            assertEquals(expected(image.values), entries(content, image.expectedSeal(), 0));
            content[(int) directory + 4] ^= 1;
            assertEquals(expected(image.values), entries(content, image.expectedSeal(), 0));
        }
    }

    @Test
    void theTailBehindTheLastDirectoryIsScanned() throws IOException {
        SegmentImage open =
                new SegmentImage().values(100, 10).directory().values(5, 10).mark();
        assertEquals(expected(open.values), entries(open.toBytes(), open.expectedSeal(), 0));
        SegmentImage none = new SegmentImage().values(100, 10);
        assertEquals(expected(none.values), entries(none.toBytes(), none.expectedSeal(), 0));
        long from = none.values.get(50).offset();
        assertEquals(expected(none.values.subList(50, 100)), entries(none.toBytes(), none.expectedSeal(), from));
    }

    @Test
    void damagedValuesAreStillListed() throws IOException {
        byte[] content = image.toBytes();
        content[(int) image.values.get(5).offset() + 1] ^= 1;
        assertEquals(expected(image.values), entries(content, image.expectedSeal(), 0));
        try (StoreFile file = fileSystem.open(FILE, OpenMode.READ)) {
            StoreFileBytes bytes = new StoreFileBytes(file);
            for (int i : new int[] {0, 5, 65_535, 65_536, 65_545, 65_546, 65_645}) {
                Value value = image.values.get(i);
                assertEquals(OptionalLong.of(value.hash()), chain.hashOf(bytes, image.expectedSeal(), value.offset()));
                assertEquals(OptionalLong.empty(), chain.hashOf(bytes, image.expectedSeal(), value.offset() + 8));
            }
        }
    }
}
