package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IndexFileTest {
    private static final UUID STORE = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final FaultRules rules = new FaultRules();
    private final FileSystem fileSystem = new FaultyFileSystem(memory, rules);
    private final TableFolder folder = new TableFolder(new Drive(0, Path.of("/drive"), fileSystem, false), "t");
    private final byte[] pages = FileSystemContract.random(3 * FileSystem.BLOCK, 2);

    @BeforeEach
    void drive() throws IOException {
        memory.createDirectories(Path.of("/drive"));
    }

    private static IndexFileHeader header(long number, long pageCount) {
        SegmentCoverage coverage =
                new SegmentCoverage(new long[] {3, 7}, new long[] {0x2000, 0x2000}, new long[] {0x4000, 0x9000});
        return new IndexFileHeader(STORE, 9, number, new byte[] {1, 2, 3}, pageCount, coverage);
    }

    private void write(long number) throws IOException {
        try (IndexFileWriter writer = new IndexFileWriter(folder, header(number, 3))) {
            writer.write(ByteBuffer.wrap(pages, 0, 2 * FileSystem.BLOCK));
            writer.write(ByteBuffer.wrap(pages, 2 * FileSystem.BLOCK, FileSystem.BLOCK));
            writer.finish();
        }
    }

    @Test
    void goldenBytes() throws IOException {
        write(5);
        byte[] content = SegmentImage.read(memory, folder.index(5));
        assertEquals(4 * FileSystem.BLOCK, content.length);
        String payload = "7766554433221100" + "ffeeddccbbaa9988" + "09000000" + "0500000000000000" + "0300000000000000"
                + "03000000" + "010203" + "02000000"
                + "0300000000000000" + "0020000000000000" + "0040000000000000"
                + "0700000000000000" + "0020000000000000" + "0090000000000000";
        assertEquals("VARVINDX", new String(content, 0, 8, StandardCharsets.US_ASCII));
        assertEquals("01000000", HexFormat.of().formatHex(content, 8, 12));
        assertEquals(payload, HexFormat.of().formatHex(content, 20, 20 + payload.length() / 2));
        assertArrayEquals(pages, Arrays.copyOfRange(content, FileSystem.BLOCK, content.length));
    }

    @Test
    void readsWhatWasWritten() throws IOException {
        write(5);
        write(12);
        assertEquals(List.of(5L, 12L), folder.indexes());
        try (IndexFileReader reader = new IndexFileReader(folder, 12)) {
            IndexFileHeader header = reader.header();
            assertEquals(STORE, header.storeId());
            assertEquals(9, header.tableId());
            assertEquals(12, header.number());
            assertEquals(3, header.pageCount());
            assertArrayEquals(new byte[] {1, 2, 3}, header.parameters());
            assertEquals(header(12, 3).coverage(), header.coverage());
            ByteBuffer two = ByteBuffer.allocate(2 * FileSystem.BLOCK);
            reader.read(two, 1);
            assertArrayEquals(Arrays.copyOfRange(pages, FileSystem.BLOCK, 3 * FileSystem.BLOCK), two.array());
            assertThrows(CorruptException.class, () -> reader.read(two.clear(), 2));
        }
    }

    @Test
    void aFileThatIsThereIsWhole() throws IOException {
        IndexFileWriter abandoned = new IndexFileWriter(folder, header(5, 3));
        abandoned.write(ByteBuffer.wrap(pages, 0, FileSystem.BLOCK));
        assertThrows(IllegalStateException.class, abandoned::finish);
        assertEquals(List.of(), folder.indexes());
        abandoned.close();
        assertEquals(List.of(), memory.list(folder.indexFolder()));
        for (FaultRules.Operation operation :
                List.of(FaultRules.Operation.WRITE, FaultRules.Operation.SYNC, FaultRules.Operation.RENAME)) {
            for (int n = 1; n <= 4; n++) {
                rules.nth(operation, FaultRules.named(".tmp"), n, FaultRules.TORN);
                rules.nth(operation, FaultRules.named(".index"), n, FaultRules.TORN);
                try {
                    write(5);
                } catch (IOException e) {
                    assertEquals(List.of(), memory.list(folder.indexFolder()), operation + " " + n);
                }
                rules.clear();
                MetaFiles.deleteIfThere(memory, folder.index(5));
            }
        }
    }

    @Test
    void damageIsToldApartFromWholeFiles() throws IOException {
        write(5);
        byte[] whole = SegmentImage.read(memory, folder.index(5));
        int headEnd = 20 + 83 + 4;
        for (int at = 0; at < headEnd; at++) {
            byte[] content = whole.clone();
            content[at] ^= 1;
            SegmentImage.write(memory, folder.index(5), content);
            assertThrows(FormatException.class, () -> new IndexFileReader(folder, 5));
        }
        for (int length : new int[] {0, 10, 100, 4096, 8192, whole.length - 1, whole.length - 4096}) {
            SegmentImage.write(memory, folder.index(5), Arrays.copyOf(whole, length));
            assertThrows(CorruptException.class, () -> new IndexFileReader(folder, 5));
            SegmentImage.write(
                    memory, folder.index(5), Arrays.copyOf(Arrays.copyOf(whole, length), whole.length + 4096));
            assertThrows(CorruptException.class, () -> new IndexFileReader(folder, 5));
        }
        SegmentImage.write(memory, folder.index(6), whole);
        CorruptException e = assertThrows(CorruptException.class, () -> new IndexFileReader(folder, 6));
        assertTrue(e.getMessage().contains("expected number 6, found number 5"), e.getMessage());
        byte[] newer = whole.clone();
        newer[8] = 2;
        SegmentImage.write(memory, folder.index(5), newer);
        assertThrows(FormatTooNewException.class, () -> new IndexFileReader(folder, 5));
    }
}
