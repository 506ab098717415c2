package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.segments.FaultRules.Operation;
import dev.varve.segments.RecoveredSegment.State;
import dev.varve.segments.SegmentImage.Value;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SegmentRecoveryTest {
    private static final Path FILE = Path.of("/drive/table/00000000000000000001.segment");

    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final FaultRules rules = new FaultRules();
    private final FileSystem fileSystem = new FaultyFileSystem(memory, rules);
    private final SegmentFileScan scan = new SegmentFileScan();
    private final SegmentRecovery recovery = new SegmentRecovery(scan, SegmentImage.HASH);

    @BeforeEach
    void folder() throws IOException {
        memory.createDirectories(FILE.getParent());
    }

    private RecoveredSegment recover(byte[] content) throws IOException {
        SegmentImage.write(memory, FILE, content);
        return recovery.recover(fileSystem, FILE, 1, Long.MAX_VALUE);
    }

    /** The values that are whole now, by a full scan of what the seal says; each compared with what was put in. */
    private List<Value> present(Seal seal, List<Value> values) throws IOException {
        List<Value> present = new ArrayList<>();
        try (StoreFile file = memory.open(FILE, OpenMode.READ)) {
            for (Value value : values) {
                if (value.end() > seal.dataEnd()) {
                    continue;
                }
                scan.start(new StoreFileBytes(file), seal.header(), value.offset(), seal.dataEnd(), true);
                if (scan.nextHere() == SegmentFileScan.Found.VALUE && scan.isValueWhole()) {
                    byte[] found = FileSystemContract.read(
                            file, ByteBuffer.allocate((int) scan.valueLength()), scan.valueOffset());
                    assertArrayEquals(value.bytes(), found);
                    assertEquals(value.hash(), SegmentImage.HASH.hash(scan.key()));
                    assertEquals(value.ownTtlMs(), scan.ownTtlMs());
                    present.add(value);
                }
            }
        }
        return present;
    }

    private List<Value> listed(Seal seal) throws IOException {
        List<Value> listed = new ArrayList<>();
        try (StoreFile file = memory.open(FILE, OpenMode.READ)) {
            new KeyDirectoryChain(scan, key -> {
                        throw new AssertionError("every key of a recovered segment stands in a directory");
                    })
                    .forEach(
                            new StoreFileBytes(file),
                            seal,
                            0,
                            (hash, offset) -> listed.add(new Value(0, offset, 0, Long.toString(hash), new byte[0], 0)));
        }
        listed.sort((a, b) -> Long.compare(a.offset(), b.offset()));
        return listed;
    }

    private void assertRecovered(RecoveredSegment recovered, List<Value> values) throws IOException {
        assertEquals(State.RECOVERED, recovered.state());
        assertNull(recovered.error());
        Seal seal = recovered.seal();
        assertEquals(values, present(seal, values));
        assertEquals(SegmentImage.totals(values), seal.totals());
        List<Value> listed = listed(seal);
        assertEquals(values.size(), listed.size());
        for (int i = 0; i < values.size(); i++) {
            assertEquals(values.get(i).offset(), listed.get(i).offset());
            assertEquals(Long.toString(values.get(i).hash()), listed.get(i).key());
        }
        assertEquals(Optional.of(seal), SegmentImage.sealOf(memory, FILE));
        RecoveredSegment again = recovery.recover(fileSystem, FILE, 1, Long.MAX_VALUE);
        assertEquals(new RecoveredSegment(State.SEALED, seal, List.of(), null), again);
    }

    @Test
    void anActiveSegmentIsSealedAtItsEnd() throws IOException {
        SegmentImage image = new SegmentImage()
                .values(10, 100)
                .mark()
                .pad(50)
                .value("own", 10, 60_000)
                .directory()
                .values(3, 0)
                .mark();
        RecoveredSegment recovered = recover(image.toBytes());
        assertRecovered(recovered, image.values);
        assertEquals(List.of(), recovered.damage());
        assertEquals(image.end(), recovered.seal().lastKeyDirectoryOffset());
        assertEquals(recovered.seal().dataEnd(), memory.length(FILE));
    }

    @Test
    void theLastTwoRecordsTornAtEveryOffset() throws IOException {
        SegmentImage image =
                new SegmentImage().values(5, 30).mark().value("key-5", 90).value("key-6", 40, 99);
        byte[] whole = image.toBytes();
        int from = (int) image.values.get(5).offset();
        byte[] garbage = FileSystemContract.random(whole.length, 8);
        for (int at = from; at < whole.length; at++) {
            int last = at;
            List<Value> kept =
                    image.values.stream().filter(value -> value.end() <= last).toList();
            // The padding's zeros may be torn away and are zeros again.
            byte[] cut = Arrays.copyOf(whole, at);
            byte[] zeroed = Arrays.copyOf(cut, whole.length + 4096);
            byte[] overwritten = whole.clone();
            System.arraycopy(garbage, at, overwritten, at, whole.length - at);
            for (byte[] torn : List.of(cut, zeroed, overwritten)) {
                RecoveredSegment recovered = recover(torn);
                assertEquals(State.RECOVERED, recovered.state());
                assertEquals(List.of(), recovered.damage(), "torn at " + at);
                int count = (int) recovered.seal().totals().valueCount();
                assertTrue(count >= kept.size(), "torn at " + at);
                assertRecovered(recovered, image.values.subList(0, count));
            }
        }
    }

    @Test
    void oneFlippedBitBelowAMarkCostsOneRecord() throws IOException {
        SegmentImage image = new SegmentImage().values(20, 50).mark().values(3, 50);
        byte[] whole = image.toBytes();
        Value hit = image.values.get(9);
        for (long at = hit.offset(); at < hit.end(); at++) {
            byte[] damaged = whole.clone();
            damaged[(int) at] ^= 4;
            boolean padding = at >= hit.offset() + 16 + hit.key().length() + 50 + 4;
            RecoveredSegment recovered = recover(damaged);
            assertEquals(State.RECOVERED, recovered.state());
            List<Value> others = new ArrayList<>(image.values);
            if (!padding) {
                others.remove(hit);
                assertEquals(1, recovered.damage().size());
                assertEquals(hit.offset(), recovered.damage().get(0).offset());
                assertEquals(hit.end(), recovered.damage().get(0).end());
            }
            assertEquals(others, present(recovered.seal(), image.values));
            assertEquals(List.of(), recover(whole).damage());
        }
    }

    @Test
    void aMarkBehindBadBytesMakesThemDamage() throws IOException {
        SegmentImage image = new SegmentImage().values(4, 100).mark().values(4, 100);
        long durable = image.end();
        image.values(4, 100).mark(durable).values(2, 100);
        byte[] content = image.toBytes();
        content[(int) image.values.get(5).offset() + 30] ^= 1;
        RecoveredSegment recovered = recover(content);
        assertEquals(1, recovered.damage().size());
        List<Value> others = new ArrayList<>(image.values);
        others.remove(5);
        assertEquals(others, present(recovered.seal(), image.values));
        // Its header is whole, so it counts: it is there, and says that it is damaged.
        assertEquals(image.values.size(), recovered.seal().totals().valueCount());

        content[(int) image.values.get(9).offset()] ^= 1;
        recovered = recover(content);
        others = new ArrayList<>(image.values.subList(0, 9));
        others.remove(5);
        assertEquals(1, recovered.damage().size());
        assertEquals(others, present(recovered.seal(), image.values));
        assertEquals(image.values.get(9).offset(), recovered.seal().lastKeyDirectoryOffset());
    }

    @Test
    void nothingIsCutBelowTheMarkEvenIfAllIsBadThere() throws IOException {
        SegmentImage image = new SegmentImage().values(4, 100);
        long durable = image.end() + 1000L * 8;
        byte[] content = Arrays.copyOf(image.toBytes(), (int) durable + 4096);
        ByteBuffer mark = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        MarkLayout.encode(mark, 0, durable, 0);
        RecordLayout.finish(new Checksum(image.header().salt()), mark, 0, durable);
        mark.clear().get(content, (int) durable, 32);
        RecoveredSegment recovered = recover(content);
        assertEquals(List.of(new Damage(image.end(), durable, "no record")), recovered.damage());
        assertTrue(recovered.seal().dataEnd() >= durable);
        assertEquals(image.values, present(recovered.seal(), image.values));
    }

    @Test
    void recordsOfAFormerLifeNeverPass() throws IOException {
        SegmentImage former = new SegmentImage(7, 0x01d).values(500, 60).mark().seal();
        SegmentImage image = new SegmentImage();
        image.values(3, 60);
        // Same layout, so that every old record lies exactly where a new one would be.
        byte[] content = former.toBytes();
        byte[] young = image.toBytes();
        System.arraycopy(young, 0, content, 0, young.length);
        assertEquals(former.values.get(3).offset(), image.end());
        assertRecovered(recover(content), image.values);

        // The same without a record of the new life.
        content = former.toBytes();
        System.arraycopy(new SegmentImage().toBytes(), 0, content, 0, RecordLayout.DATA_START);
        assertEquals(State.EMPTY, recover(content).state());
    }

    @Test
    void aSealOfAFormerLifeDoesNotCount() throws IOException {
        byte[] content = new SegmentImage(1, 0x01d).values(5, 60).seal().toBytes();
        SegmentImage image = new SegmentImage().values(2, 60);
        byte[] young = image.toBytes();
        System.arraycopy(young, 0, content, 0, FileSystem.BLOCK);
        System.arraycopy(young, 8192, content, 8192, young.length - 8192);
        assertRecovered(recover(content), image.values);
    }

    @Test
    void tailsOfZerosAndGarbage() throws IOException {
        SegmentImage image = new SegmentImage().values(50, 200).mark().values(2, 200);
        byte[] whole = image.toBytes();
        for (int length : new int[] {1, 7, 4096, 8192, 64 << 20}) {
            assertRecovered(recover(Arrays.copyOf(whole, whole.length + length)), image.values);
            byte[] garbage = Arrays.copyOf(whole, whole.length + length);
            System.arraycopy(FileSystemContract.random(length, 5), 0, garbage, whole.length, length);
            assertRecovered(recover(garbage), image.values);
        }
        // A piece of a real record is no record.
        byte[] prefix = Arrays.copyOf(whole, whole.length + 100);
        System.arraycopy(whole, (int) image.values.get(0).offset(), prefix, whole.length, 100);
        assertRecovered(recover(prefix), image.values);
    }

    @Test
    void absurdLengthsAreDamageLikeAnyOther() throws IOException {
        SegmentImage image = new SegmentImage().values(10, 200).mark();
        byte[] whole = image.toBytes();
        Value hit = image.values.get(4);
        for (int length : new int[] {0x7fff_ffff, 0xffff_ffff, 0, whole.length, whole.length - (int) hit.offset()}) {
            for (int field : new int[] {4, 12}) {
                ByteBuffer content = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
                int value = field == 4 ? length : length & 0xff_ffff | RecordLayout.VALUE << 24;
                content.putInt((int) hit.offset() + field, value);
                RecoveredSegment recovered = recover(content.array());
                List<Value> others = new ArrayList<>(image.values);
                others.remove(4);
                assertEquals(others, present(recovered.seal(), image.values), "length " + length);
                assertEquals(1, recovered.damage().size());
            }
        }
    }

    @Test
    void longKeysAndValues() throws IOException {
        SegmentImage image = new SegmentImage()
                .value("k".repeat(65_537), 10)
                .value("l".repeat(3 << 20), 10)
                .value("m", 5 << 20)
                .value("n", 1 << 20)
                .mark();
        assertRecovered(recover(image.toBytes()), image.values);
    }

    @Test
    void filesThatHoldNothing() throws IOException {
        assertEquals(State.EMPTY, recover(new SegmentImage().toBytes()).state());
        assertEquals(
                State.EMPTY,
                recover(new SegmentImage().mark().pad(10).toBytes()).state());
        assertEquals(
                State.EMPTY,
                recover(Arrays.copyOf(new SegmentImage().toBytes(), 1 << 20)).state());

        SegmentHeader spare = new SegmentHeader(
                SegmentHeader.SPARE, new SegmentImage().header().owner(), 1, 2, 3);
        ByteBuffer block = ByteBuffer.allocate(8192).order(ByteOrder.LITTLE_ENDIAN);
        SegmentHeaderLayout.encode(spare, block, 0);
        assertEquals(State.SPARE, recover(block.array()).state());
    }

    @Test
    void filesThatAreNoSegments() throws IOException {
        for (int length : new int[] {0, 1, 4096, 8192, 20_000}) {
            assertEquals(State.DAMAGED, recover(new byte[length]).state());
            assertEquals(
                    State.DAMAGED, recover(FileSystemContract.random(length, 1)).state());
        }
        RecoveredSegment misnamed = recover(new SegmentImage(2, 1).values(1, 1).toBytes());
        assertEquals(State.DAMAGED, misnamed.state());
        assertTrue(misnamed.error().getMessage().contains("expected sequence 1, found sequence 2"));
        byte[] newer = new SegmentImage().values(1, 1).toBytes();
        newer[8] = 2;
        assertThrows(FormatTooNewException.class, () -> recover(newer));
        assertArrayEquals(newer, SegmentImage.read(memory, FILE));
    }

    @Test
    void theSealStandsInForTheCreationBlock() throws IOException {
        SegmentImage image = new SegmentImage().values(5, 10).seal();
        byte[] content = image.toBytes();
        content[20] ^= 1;
        RecoveredSegment recovered = recover(content);
        assertEquals(new RecoveredSegment(State.SEALED, image.expectedSeal(), List.of(), null), recovered);
        byte[] unsealed = image.toBytes();
        unsealed[4096 + 20] ^= 1;
        assertEquals(image.values, present(recover(unsealed).seal(), image.values));
    }

    @Test
    void aFullDriveLeavesItUnsealed() throws IOException {
        SegmentImage image = new SegmentImage().values(5, 10).mark();
        byte[] content = image.toBytes();
        rules.always(Operation.WRITE, FaultRules.anywhere(), FaultRules.FULL);
        RecoveredSegment recovered = recover(content);
        assertEquals(State.RECOVERED, recovered.state());
        assertInstanceOf(NoSpaceException.class, recovered.error());
        assertEquals(image.end(), recovered.seal().dataEnd());
        assertEquals(image.values, present(recovered.seal(), image.values));
        assertArrayEquals(content, SegmentImage.read(memory, FILE));
        rules.clear();
        assertRecovered(recovery.recover(fileSystem, FILE, 1, Long.MAX_VALUE), image.values);
    }

    @Test
    void aCrashAtAnyStepOfRecoveryDoesNoHarm() throws IOException {
        SegmentImage image = new SegmentImage().values(5, 10).mark().values(2, 10);
        byte[] content = Arrays.copyOf(image.toBytes(), image.end() + 5000);
        for (Operation operation : List.of(Operation.WRITE, Operation.SYNC, Operation.TRUNCATE)) {
            for (FaultRules.Fault fault : List.of(FaultRules.BROKEN, FaultRules.TORN)) {
                for (int n = 1; n <= 2; n++) {
                    rules.nth(operation, FaultRules.anywhere(), n, fault);
                    RecoveredSegment recovered = recover(content);
                    assertEquals(operation == Operation.TRUNCATE && n == 2, recovered.error() == null);
                    assertEquals(image.values, present(recovered.seal(), image.values));
                    rules.clear();
                    recovered = recovery.recover(fileSystem, FILE, 1, Long.MAX_VALUE);
                    assertEquals(image.values, present(recovered.seal(), image.values));
                    assertEquals(
                            SegmentImage.totals(image.values), recovered.seal().totals());
                }
            }
        }
    }

    @Test
    void whatCannotBeReadIsNeverCut() throws IOException {
        SegmentImage image = new SegmentImage().values(200, 100).mark().values(100, 100);
        byte[] content = image.toBytes();
        long sector = Blocks.floor(image.values.get(250).offset());
        SegmentImage.write(memory, FILE, content);
        boolean[] broken = {true};
        FileSystem sectorFails = new FaultyFileSystem(memory, rules) {
            @Override
            public StoreFile open(Path path, OpenMode mode) throws IOException {
                return new BadSector(super.open(path, mode), sector, broken);
            }
        };
        RecoveredSegment recovered = recovery.recover(sectorFails, FILE, 1, Long.MAX_VALUE);
        assertEquals(State.RECOVERED, recovered.state());
        assertTrue(recovered.error().getMessage().contains("sector"));
        assertArrayEquals(content, SegmentImage.read(memory, FILE));
        broken[0] = false;
        assertRecovered(recovery.recover(sectorFails, FILE, 1, Long.MAX_VALUE), image.values);
    }

    @Test
    void anAbandonedSegmentEndsThere() throws IOException {
        SegmentImage image = new SegmentImage().values(10, 100).mark().values(5, 100);
        byte[] content = image.toBytes();
        long end = image.values.get(12).offset();
        SegmentImage.write(memory, FILE, content);
        RecoveredSegment recovered = recovery.recover(fileSystem, FILE, 1, end);
        assertEquals(State.RECOVERED, recovered.state());
        assertEquals(end, recovered.seal().dataEnd());
        assertEquals(12, recovered.seal().totals().valueCount());
        RecoveredSegment again = recovery.recover(fileSystem, FILE, 1, end);
        assertEquals(new RecoveredSegment(State.SEALED, recovered.seal(), List.of(), null), again);
    }

    @Test
    void aMarkThatClaimsTheFutureIsNotBelieved() throws IOException {
        SegmentImage image = new SegmentImage().values(2, 10).mark(1 << 20).values(1, 10);
        byte[] content = Arrays.copyOf(image.toBytes(), 2 << 20);
        RecoveredSegment recovered = recover(content);
        assertEquals(List.of(), recovered.damage());
        assertFalse(recovered.seal().dataEnd() > 1 << 16);
        assertNotNull(recovered.seal());
    }
}
