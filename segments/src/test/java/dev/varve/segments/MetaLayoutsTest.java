package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bytes of the metadata files, pinned: whoever changes them has to raise the version. */
class MetaLayoutsTest {
    private static final UUID STORE = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    private static final String STORE_HEX = "7766554433221100" + "ffeeddccbbaa9988";
    private static final Path FILE = Path.of("/drive/meta");
    private static final StoreMeta STORE_META = new StoreMeta(
            STORE,
            1,
            5,
            3,
            new TreeMap<>(Map.of(0, "/a", 1, "/bc")),
            new TreeSet<>(List.of(2)),
            new TreeSet<>(List.of(-1, 7)));
    private static final TableMeta TABLE_META = new TableMeta(
            STORE,
            9,
            "tab",
            new TreeMap<>(Map.of("ttl", 60_000L)),
            0x1122334455667788L,
            4,
            2048,
            List.of(new SegmentEnd(3, 0x4000)));

    private final MemoryFileSystem fileSystem = new MemoryFileSystem();

    @BeforeEach
    void folder() throws IOException {
        fileSystem.createDirectories(FILE.getParent());
    }

    private static void assertFrame(ByteBuffer frame, String magic, String payloadHex) {
        byte[] payload = HexFormat.of().parseHex(payloadHex);
        ByteBuffer expected = frame.duplicate().order(ByteOrder.LITTLE_ENDIAN).clear();
        assertEquals(24 + payload.length, frame.capacity());
        byte[] bytes = new byte[frame.capacity()];
        expected.get(bytes);
        assertEquals(magic, new String(bytes, 0, 8, StandardCharsets.US_ASCII));
        assertEquals(1, expected.getInt(8));
        assertEquals(payload.length, expected.getInt(12));
        assertEquals(crc(bytes, 0, 16), expected.getInt(16));
        assertEquals(payloadHex, HexFormat.of().formatHex(bytes, 20, 20 + payload.length));
        assertEquals(crc(payload, 0, payload.length), expected.getInt(20 + payload.length));
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    @Test
    void storeMeta() throws IOException {
        ByteBuffer frame = StoreMetaLayout.encode(STORE_META);
        assertFrame(
                frame,
                "VARVSTOR",
                STORE_HEX + "01000000" + "0500000000000000" + "03000000"
                        + "02000000" + "00000000" + "02000000" + "2f61" + "01000000" + "03000000" + "2f6263"
                        + "01000000" + "02000000"
                        + "02000000" + "ffffffff" + "07000000");
        assertEquals(STORE_META, readStore(frame.array()));
    }

    @Test
    void tableMeta() throws IOException {
        ByteBuffer frame = TableMetaLayout.encode(TABLE_META);
        assertFrame(
                frame,
                "VARVTABL",
                STORE_HEX + "09000000" + "03000000" + "746162"
                        + "01000000" + "03000000" + "74746c" + "60ea000000000000"
                        + "8877665544332211" + "0400000000000000" + "0008000000000000"
                        + "01000000" + "0300000000000000" + "0040000000000000");
        SegmentImage.write(fileSystem, FILE, frame.array());
        try (StoreFile file = fileSystem.open(FILE, OpenMode.READ)) {
            assertEquals(TABLE_META, TableMetaLayout.read(file));
        }
    }

    private StoreMeta readStore(byte[] content) throws IOException {
        SegmentImage.write(fileSystem, FILE, content);
        try (StoreFile file = fileSystem.open(FILE, OpenMode.READ)) {
            return StoreMetaLayout.read(file);
        }
    }

    @Test
    void everyDamageIsFound() throws IOException {
        byte[] whole = StoreMetaLayout.encode(STORE_META).array();
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] content = whole.clone();
            content[bit / 8] = (byte) (content[bit / 8] ^ 1 << bit % 8);
            FormatException e = assertThrows(FormatException.class, () -> readStore(content));
            assertEquals(FILE.toString(), e.file());
            assertTrue(e.getMessage().contains(FILE.toString()));
        }
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThrows(CorruptException.class, () -> readStore(cut));
            byte[] zeroed = Arrays.copyOf(cut, whole.length);
            assertThrows(CorruptException.class, () -> readStore(zeroed));
        }
        Random random = new Random(4);
        for (int i = 0; i < 1000; i++) {
            byte[] garbage = new byte[random.nextInt(200)];
            random.nextBytes(garbage);
            assertThrows(CorruptException.class, () -> readStore(garbage));
        }
        assertEquals(STORE_META, readStore(Arrays.copyOf(whole, whole.length + 100)));
    }

    @Test
    void lengthsAreNotBelievedBeforeTheyAreChecked() {
        for (int length : new int[] {0x7fff_ffff, 0xffff_ffff, 1 << 30}) {
            byte[] content = StoreMetaLayout.encode(STORE_META).array();
            ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).putInt(12, length);
            assertThrows(CorruptException.class, () -> readStore(content));
            ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).putInt(16, crc(content, 0, 16));
            assertThrows(CorruptException.class, () -> readStore(content));
            byte[] payload = new PayloadWriter()
                    .putId(STORE)
                    .putInt(0)
                    .putLong(1)
                    .putInt(1)
                    .putInt(length)
                    .toBytes();
            byte[] counts =
                    new FrameLayout("VARVSTOR", 1, "test").encode(payload).array();
            assertThrows(CorruptException.class, () -> readStore(counts));
        }
    }

    @Test
    void versions() {
        byte[] content = StoreMetaLayout.encode(STORE_META).array();
        content[8] = 2;
        FormatTooNewException e = assertThrows(FormatTooNewException.class, () -> readStore(content));
        assertTrue(e.getMessage().contains("newer format"), e.getMessage());
        ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).putInt(16, crc(content, 0, 16));
        assertThrows(FormatTooNewException.class, () -> readStore(content));
        content[8] = 0;
        assertThrows(CorruptException.class, () -> readStore(content));
        ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).putInt(16, crc(content, 0, 16));
        assertThrows(FormatTooOldException.class, () -> readStore(content));
    }

    @Test
    void theCopyStandsIn() throws IOException {
        assertEquals(Optional.empty(), MetaFiles.read(fileSystem, FILE, StoreMetaLayout::read));
        MetaFiles.write(fileSystem, FILE, StoreMetaLayout.encode(STORE_META));
        assertEquals(List.of("meta", "meta.copy"), fileSystem.list(FILE.getParent()));
        assertFound(STORE_META, true);
        for (Path path : List.of(FILE, MetaFiles.copy(FILE))) {
            byte[] whole = SegmentImage.read(fileSystem, path);
            for (byte[] broken : List.of(new byte[0], new byte[whole.length], new byte[] {1})) {
                SegmentImage.write(fileSystem, path, broken);
                assertFound(STORE_META, false);
            }
            fileSystem.delete(path);
            assertFound(STORE_META, false);
            SegmentImage.write(fileSystem, path, whole);
        }
        SegmentImage.write(fileSystem, FILE, new byte[5]);
        SegmentImage.write(fileSystem, MetaFiles.copy(FILE), new byte[6]);
        CorruptException e =
                assertThrows(CorruptException.class, () -> MetaFiles.read(fileSystem, FILE, StoreMetaLayout::read));
        assertEquals(FILE.toString(), e.file());
    }

    private void assertFound(StoreMeta meta, boolean complete) throws IOException {
        assertEquals(
                Optional.of(new MetaFiles.Found<>(meta, complete)),
                MetaFiles.read(fileSystem, FILE, StoreMetaLayout::read));
    }

    @Test
    void aNewerFileIsNotPassedOver() throws IOException {
        MetaFiles.write(fileSystem, FILE, StoreMetaLayout.encode(STORE_META));
        byte[] content = SegmentImage.read(fileSystem, FILE);
        content[8] = 2;
        SegmentImage.write(fileSystem, FILE, content);
        assertThrows(FormatTooNewException.class, () -> MetaFiles.read(fileSystem, FILE, StoreMetaLayout::read));
        assertArrayEquals(content, SegmentImage.read(fileSystem, FILE));
    }

    @Test
    void aCrashWhileWritingLeavesOldOrNew() throws IOException {
        StoreMeta next = STORE_META.withDroppedTables(new TreeSet<>());
        FaultRules rules = new FaultRules();
        FileSystem faulty = new FaultyFileSystem(fileSystem, rules);
        for (FaultRules.Operation operation : FaultRules.Operation.values()) {
            for (int n = 1; n <= 2; n++) {
                MetaFiles.write(fileSystem, FILE, StoreMetaLayout.encode(STORE_META));
                rules.nth(operation, FaultRules.anywhere(), n, FaultRules.TORN);
                boolean written = true;
                try {
                    MetaFiles.write(faulty, FILE, StoreMetaLayout.encode(next));
                } catch (IOException e) {
                    written = false;
                }
                rules.clear();
                StoreMeta found = MetaFiles.read(fileSystem, FILE, StoreMetaLayout::read)
                        .orElseThrow()
                        .value();
                assertTrue(found.equals(next) || found.equals(STORE_META) && !written);
                MetaFiles.write(fileSystem, FILE, StoreMetaLayout.encode(next));
                assertFound(next, true);
            }
        }
    }

    @Test
    void abandonedEnds() {
        TableMeta meta = TABLE_META.withAbandonedEnd(new SegmentEnd(5, 100)).withAbandonedEnd(new SegmentEnd(5, 200));
        assertEquals(100, meta.abandonedEnd(5));
        assertEquals(0x4000, meta.abandonedEnd(3));
        assertEquals(Long.MAX_VALUE, meta.abandonedEnd(4));
        assertEquals(50, meta.withAbandonedEnd(new SegmentEnd(5, 50)).abandonedEnd(5));
    }
}
