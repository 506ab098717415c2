package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.segments.FaultRules.Operation;
import dev.varve.segments.SegmentImage.Value;
import dev.varve.segments.SegmentVerify.Result;
import dev.varve.segments.SegmentVerify.State;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SegmentVerifyTest {
    private static final TableMeta META =
            new TableMeta(new UUID(1, 2), 3, "table", new TreeMap<>(), 0, 1, TableMeta.RESERVATION, List.of());

    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final FaultRules rules = new FaultRules();
    private final FileSystem fileSystem = new FaultyFileSystem(memory, rules);
    private final TableFolder folder = new TableFolder(new Drive(0, Path.of("/drive"), fileSystem, false), "table");
    private final SegmentPlace place = new SegmentPlace(folder, 1);
    private final List<Finding> findings = new ArrayList<>();
    private LongConsumer whileReading = count -> {};
    private final SegmentVerify verify = new SegmentVerify(findings::add, count -> whileReading.accept(count));

    @BeforeEach
    void create() throws IOException {
        folder.create();
    }

    private Result verify(byte[] content) throws IOException {
        return verify(content, META);
    }

    private Result verify(byte[] content, TableMeta meta) throws IOException {
        findings.clear();
        SegmentImage.write(memory, place.path(), content);
        return verify.verify(place, meta, SegmentImage.HASH);
    }

    private static SegmentImage rich() {
        return new SegmentImage()
                .values(3, 100)
                .value("own ttl", 10, 5000)
                .mark()
                .value("empty", 0)
                .directory()
                .pad(50)
                .value("large", 3 << 20)
                .values(2, 60)
                .mark()
                .seal();
    }

    private static byte[] flipped(byte[] content, int at) {
        byte[] copy = content.clone();
        copy[at] ^= 0x10;
        return copy;
    }

    private void assertSame(List<String> expected) {
        assertEquals(
                String.join("\n", expected),
                String.join("\n", findings.stream().map(Finding::toString).toList()));
    }

    @Test
    void findsNothingInASoundSegment() throws IOException {
        SegmentImage image = rich();
        Result result = verify(image.toBytes());
        assertSame(List.of());
        assertEquals(new Result(State.SEALED, 0, SegmentImage.totals(image.values), 0), result);
    }

    @Test
    void findsEveryFlippedByteThatAChecksumCovers() throws IOException {
        SegmentImage image = new SegmentImage()
                .values(3, 21)
                .value("own ttl", 10, 5000)
                .mark()
                .pad(9)
                .directory()
                .value("v", 5)
                .seal();
        byte[] content = image.toBytes();
        List<Integer> unnoticed = new ArrayList<>();
        for (int at = 0; at < content.length; at++) {
            if (content[at] != 0 || at >= RecordLayout.DATA_START) {
                verify(flipped(content, at));
                if (findings.isEmpty()) {
                    unnoticed.add(at);
                } else {
                    assertTrue(
                            findings.stream().allMatch(each -> each.file().equals(place.path())), findings::toString);
                }
            }
        }
        // Alignment behind the last checksum of a record, and what a pad is filled with.
        assertEquals(uncovered(content, image.end()), unnoticed);
    }

    private List<Integer> uncovered(byte[] content, int end) throws IOException {
        List<Integer> uncovered = new ArrayList<>();
        SegmentImage.write(memory, place.path(), content);
        try (StoreFile file = memory.open(place.path(), OpenMode.READ)) {
            SegmentFileScan scan = new SegmentFileScan();
            SegmentHeader header = SegmentHead.read(file).header();
            scan.start(new StoreFileBytes(file), header, RecordLayout.DATA_START, end, true);
            for (var found = scan.next(); found != SegmentFileScan.Found.END; found = scan.next()) {
                long crcEnd = scan.valueOffset() + scan.valueLength() + RecordLayout.CRC_LENGTH;
                long from = found == SegmentFileScan.Found.PAD ? scan.valueOffset() : crcEnd;
                for (long at = from; at < scan.end(); at++) {
                    uncovered.add((int) at);
                }
            }
        }
        return uncovered;
    }

    @Test
    void namesTheRecordWithABadValue() throws IOException {
        SegmentImage image = rich();
        Value large = image.values.stream()
                .filter(each -> each.key().equals("large"))
                .findFirst()
                .orElseThrow();
        verify(flipped(image.toBytes(), (int) large.end() - 1000));
        assertEquals(1, findings.size());
        Finding finding = findings.get(0);
        assertEquals(place.path(), finding.file());
        assertEquals(large.offset(), finding.offset());
        assertTrue(finding.expected().matches("value CRC 0x[0-9a-f]+ of its bytes"), finding::toString);
        assertTrue(finding.found().matches("0x[0-9a-f]+"), finding::toString);
    }

    @Test
    void namesEveryRecordThatWasWipedOut() throws IOException {
        SegmentImage image = new SegmentImage().values(6, 300).mark().seal();
        byte[] content = image.toBytes();
        Arrays.fill(
                content,
                (int) image.values.get(2).offset(),
                (int) image.values.get(4).end(),
                (byte) 0);
        verify(content);
        List<String> expected = new ArrayList<>();
        for (Value value : image.values.subList(2, 5)) {
            expected.add(place.path() + " at offset " + value.offset() + ": expected a record, its key's hash 0x"
                    + Long.toHexString(value.hash()) + ", found zeros");
        }
        assertSame(expected);
    }

    @Test
    void aLostDirectoryCostsOneFinding() throws IOException {
        SegmentImage image = new SegmentImage()
                .values(5, 40)
                .directory()
                .values(5, 40)
                .directory()
                .values(5, 40)
                .seal();
        byte[] content = image.toBytes();
        int directory = image.directories.get(1).intValue();
        verify(flipped(content, directory + 4));
        assertEquals(1, findings.size(), findings::toString);
        assertEquals(directory, findings.get(0).offset());
        verify(flipped(content, directory + 40));
        assertEquals(1, findings.size(), findings::toString);
        assertEquals(directory, findings.get(0).offset());
        assertTrue(findings.get(0).expected().startsWith("value CRC"), findings::toString);
    }

    @Test
    void comparesDirectoriesWithKeys() throws IOException {
        SegmentImage image = new SegmentImage().values(3, 10).seal();
        findings.clear();
        SegmentImage.write(memory, place.path(), image.toBytes());
        verify.verify(place, META, key -> SegmentImage.HASH.hash(key) + (key.remaining() == 5 ? 1 : 0));
        assertEquals(3, findings.size(), findings::toString);
        assertTrue(findings.get(0).expected().endsWith("of the key at " + RecordLayout.DATA_START), findings::toString);
        verify(image.toBytes(), null);
        assertSame(List.of());
    }

    @Test
    void comparesTheSealWithTheRecords() throws IOException {
        SegmentImage image = new SegmentImage().values(3, 10).seal();
        ByteBuffer content = ByteBuffer.wrap(image.toBytes()).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        SegmentTotals fewer = SegmentImage.totals(image.values.subList(0, 2));
        Seal wrong = new Seal(image.header(), image.end(), 0, fewer);
        SealLayout.encode(wrong, content, SealLayout.OFFSET);
        verify(content.array());
        assertEquals(2, findings.size(), findings::toString);
        assertTrue(findings.stream().allMatch(each -> each.offset() == SealLayout.OFFSET), findings::toString);
    }

    @Test
    void aFileThatIsTooShortIsNamedAtItsEnd() throws IOException {
        SegmentImage image = new SegmentImage().values(3, 1000).seal();
        byte[] content = image.toBytes();
        int cut = (int) image.values.get(2).offset();
        verify(Arrays.copyOf(content, cut));
        assertEquals(cut, findings.get(0).offset());
        assertEquals("the end of the file", findings.get(0).found());
    }

    @Test
    void checksThatTheFileBelongsWhereItLies() throws IOException {
        byte[] content = new SegmentImage(2, 7).values(1, 1).seal().toBytes();
        verify(content);
        assertSame(List.of(place.path() + " at offset 0: expected sequence 1, found sequence 2"));
        TableMeta other = new TableMeta(new UUID(8, 8), 9, "table", new TreeMap<>(), 0, 1, 1, List.of());
        verify(new SegmentImage().values(1, 1).seal().toBytes(), other);
        assertEquals(3, findings.size(), findings::toString);
    }

    @Test
    void aTornTailIsNoDamage() throws IOException {
        SegmentImage image = new SegmentImage().values(4, 100).mark().values(4, 100);
        byte[] content = image.toBytes();
        int last = (int) image.values.get(7).offset();
        for (int at = last; at < content.length; at++) {
            Result result = verify(Arrays.copyOf(content, at));
            assertSame(List.of());
            assertEquals(State.ACTIVE, result.state());
            assertEquals(7, result.totals().valueCount());
            assertEquals(at - last, result.tailBytes());
        }
        assertEquals(8, verify(content).totals().valueCount());
    }

    @Test
    void badBytesBelowAMarkAreDamage() throws IOException {
        SegmentImage image = new SegmentImage().values(4, 100).mark().values(4, 100);
        byte[] content = image.toBytes();
        for (int number : new int[] {0, 3}) {
            Value value = image.values.get(number);
            verify(flipped(content, (int) value.offset() + 5));
            assertEquals(1, findings.size(), findings::toString);
            assertEquals(value.offset(), findings.get(0).offset());
            verify(flipped(content, (int) value.end() - 20));
            assertEquals(1, findings.size(), findings::toString);
            assertEquals(value.offset(), findings.get(0).offset());
        }
    }

    @Test
    void nothingCountsBehindAnAbandonedEnd() throws IOException {
        SegmentImage image = new SegmentImage().values(4, 100).mark();
        long end = image.values.get(2).offset();
        byte[] content = flipped(image.toBytes(), (int) end + 30);
        assertEquals(
                State.ACTIVE,
                verify(content, META.withAbandonedEnd(new SegmentEnd(1, end))).state());
        assertSame(List.of());
        verify(content);
        assertEquals(1, findings.size());
    }

    @Test
    void whatHappensToARecycledFileMeanwhileDoesNotCount() throws IOException {
        byte[] before = new SegmentImage(1, 7).values(30, 100_000).seal().toBytes();
        byte[] after = new SegmentImage(1, 8).values(30, 100_001).toBytes();
        whileReading = count -> {
            whileReading = more -> {};
            try (StoreFile file = memory.open(place.path(), OpenMode.WRITE)) {
                file.write(ByteBuffer.wrap(after), 0);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
        assertEquals(State.GONE, verify(before).state());
        assertSame(List.of());
    }

    @Test
    void aFileThatLeftIsNoProblem() {
        assertEquals(State.GONE, verify.verify(place, META, SegmentImage.HASH).state());
        assertSame(List.of());
    }

    @Test
    void aSealStandsInForABadCreationBlock() throws IOException {
        byte[] content = rich().toBytes();
        Result result = verify(flipped(content, 20));
        assertEquals(State.SEALED, result.state());
        assertEquals(1, findings.size(), findings::toString);
        Arrays.fill(content, 0, RecordLayout.DATA_START, (byte) 0);
        assertEquals(State.UNREADABLE, verify(content).state());
        assertEquals(1, findings.size(), findings::toString);
    }

    @Test
    void whatTheDeviceCannotReadIsNamed() throws IOException {
        SegmentImage.write(
                memory, place.path(), new SegmentImage().values(4, 100).seal().toBytes());
        rules.from(Operation.READ, FaultRules.anywhere(), 2, FaultRules.BROKEN);
        assertEquals(State.SEALED, verify.verify(place, META, SegmentImage.HASH).state());
        assertEquals(RecordLayout.DATA_START, findings.get(0).offset());
        assertTrue(findings.get(0).found().contains("injected fault"), findings::toString);
        rules.always(Operation.OPEN, FaultRules.anywhere(), FaultRules.BROKEN);
        assertEquals(
                State.UNREADABLE, verify.verify(place, META, SegmentImage.HASH).state());
    }

    @Test
    void noiseDoesNotFillTheMemory() throws IOException {
        SegmentImage image = new SegmentImage()
                .values(SegmentFindings.KEPT_MAX + 100, 10)
                .mark()
                .seal();
        byte[] content = image.toBytes();
        for (Value value : image.values) {
            content[(int) value.end() - 14] ^= 1;
        }
        Result result = verify(content);
        assertEquals(image.values.size(), result.problems());
        assertEquals(SegmentFindings.KEPT_MAX + 1, findings.size());
    }
}
