package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TableWriterTest {
    private static final long POOL = 4L << 20;
    private static final TableWriteOptions OPTIONS = new TableWriteOptions(1L << 20, 0, true, true);

    private final MemoryFileSystem fs = new MemoryFileSystem();

    private WriteRig rig(TableWriteOptions options) throws Exception {
        return new WriteRig(fs, 1, POOL, options);
    }

    private static byte[] bytes(int length, long seed) {
        byte[] value = new byte[length];
        new Random(seed).nextBytes(value);
        return value;
    }

    @Test
    void aRecordIsReadBeforeItIsWrittenAndAfter() throws Exception {
        WriteRig rig = rig(OPTIONS);
        byte[] value = bytes(100, 1);
        long address = rig.put("a", value);
        assertArrayEquals(value, rig.read(address));
        assertTrue(rig.segments.get(1).isInMemory(Address.offset(address), 100));

        FlushWait wait = rig.flush();
        assertFalse(wait.isDone());
        rig.turn();
        assertTrue(wait.isDone());
        assertNull(wait.failure());
        assertArrayEquals(value, rig.read(address));
    }

    @Test
    void aQuietLaneKeepsNoChunkAndGoesOnInTheSameBlock() throws Exception {
        WriteRig rig = rig(OPTIONS);
        Map<Long, byte[]> all = new LinkedHashMap<>();
        for (int i = 0; i < 50; i++) {
            byte[] value = bytes(10 + 300 * i, i);
            all.put(rig.put("key" + i, value), value);
            rig.turn();
            rig.clock.ms += 150;
            rig.turn();
            rig.clock.ms += 150;
            rig.turn();
            assertEquals(rig.pool.chunkCount(), rig.pool.chunksFree(), "after " + i);
        }
        for (Map.Entry<Long, byte[]> each : all.entrySet()) {
            assertArrayEquals(each.getValue(), rig.read(each.getKey()));
        }
    }

    @Test
    void manyRecordsOfAllLengthsRollSealAndStayReadable() throws Exception {
        WriteRig rig = rig(OPTIONS);
        long seed = 42;
        Random random = new Random(seed);
        Map<Long, byte[]> all = new LinkedHashMap<>();
        for (int i = 0; i < 3_000; i++) {
            int length = random.nextInt(10) == 0 ? random.nextInt(300_000) : random.nextInt(300);
            byte[] value = bytes(length, i);
            all.put(rig.put("key" + i, value, random.nextInt(3) == 0 ? 5_000 : 0), value);
            if (random.nextInt(50) == 0) {
                rig.flush();
            }
            if (random.nextInt(20) == 0) {
                rig.turn();
            }
        }
        FlushWait wait = new FlushWait();
        rig.table.close(wait);
        wait.end();
        rig.turn();
        assertTrue(wait.isDone(), "seed " + seed);
        assertEquals(rig.pool.chunkCount(), rig.pool.chunksFree());
        long values = 0;
        for (Segment segment : rig.segments.snapshot()) {
            assertTrue(segment.isSealed());
            values += segment.tally().valueCount();
        }
        assertEquals(3_000, values);
        for (Map.Entry<Long, byte[]> each : all.entrySet()) {
            assertArrayEquals(each.getValue(), rig.read(each.getKey()), "seed " + seed);
        }
    }

    @Test
    void aRetiredSegmentWaitsForItsReaderAndIsRecycled() throws Exception {
        WriteRig rig = rig(OPTIONS);
        List<Long> addresses = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            addresses.add(rig.put("key" + i, bytes(60_000, i)));
            rig.turn();
        }
        Segment first = rig.segments.snapshot()[0];
        assertTrue(first.isSealed());
        assertTrue(first.acquire());
        assertTrue(rig.table.retire(first));
        assertFalse(rig.table.retire(first));
        assertFalse(first.acquire());
        assertNull(rig.segments.get(first.sequence()));
        rig.turn();
        assertArrayEquals(bytes(60_000, 0), readLeased(first, addresses.get(0)));
        assertEquals(1, rig.table.leavingCount());
        first.release();
        rig.turn();
        assertEquals(0, rig.table.leavingCount());
        assertEquals(1, rig.recycled.size() + rig.deleted.size());
    }

    private static byte[] readLeased(Segment segment, long address) throws Exception {
        java.nio.ByteBuffer record = java.nio.ByteBuffer.allocate(60_100).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        segment.read(Address.offset(address), record);
        byte[] value = new byte[60_000];
        record.get(RecordLayout.HEADER_LENGTH + RecordLayout.keyLength(record, 0), value);
        return value;
    }

    @Test
    void recycledFilesCarryNewLivesOnly() throws Exception {
        WriteRig rig = rig(OPTIONS);
        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < 20; i++) {
                rig.put(round + "-" + i, bytes(50_000, i));
                rig.turn();
            }
            for (Segment segment : rig.segments.snapshot()) {
                if (segment.isSealed() && rig.segments.count() > 4) {
                    rig.table.retire(segment);
                    rig.turn();
                }
            }
        }
        assertTrue(rig.recycled.size() > 5, "recycled " + rig.recycled.size());
        for (Segment segment : rig.segments.snapshot()) {
            assertNotNull(segment);
        }
    }

    @Test
    void aLargeValueIsStreamedIntoASegmentOfItsOwn() throws Exception {
        WriteRig rig = rig(OPTIONS);
        byte[] value = bytes(5_000_000, 9);
        rig.request.set(77, java.nio.ByteBuffer.wrap("big".getBytes()), null).times(rig.clock.ms, 0);
        ValueStream stream = rig.table.openStream(rig.request, value.length);
        for (int at = 0; at < value.length; at += 700_000) {
            stream.write(java.nio.ByteBuffer.wrap(value, at, Math.min(700_000, value.length - at)));
        }
        long address = stream.finish();
        assertEquals(0, rig.segments.count());
        stream.publish();
        assertArrayEquals(value, rig.read(address));
    }

    @Test
    void anAbortedStreamLeavesNothing() throws Exception {
        WriteRig rig = rig(OPTIONS);
        rig.request.set(77, java.nio.ByteBuffer.wrap("big".getBytes()), null).times(rig.clock.ms, 0);
        ValueStream stream = rig.table.openStream(rig.request, 5_000_000);
        stream.write(java.nio.ByteBuffer.wrap(bytes(2_000_000, 3)));
        stream.abort();
        stream.abort();
        rig.turn();
        assertEquals(0, rig.segments.count());
        assertEquals(List.of(), fs.list(java.nio.file.Path.of("/drive1/t")));
    }

    @Test
    void sealsTellTheTimesThatTheRecordsHold() throws Exception {
        WriteRig rig = rig(OPTIONS);
        java.nio.ByteBuffer key = java.nio.ByteBuffer.wrap("began before its segment".getBytes());
        rig.request.set(7, key, null).times(rig.clock.ms - 500, 0);
        ValueStream stream = rig.table.openStream(rig.request, 3);
        stream.write(java.nio.ByteBuffer.wrap(bytes(3, 1)));
        stream.finish();
        stream.publish();
        rig.clock.ms -= 500;
        rig.put("first", bytes(10, 2));
        rig.clock.ms += 1000;
        rig.put("second", bytes(10, 3));
        rig.flush();
        rig.table.roll();
        rig.turn();
        List<Finding> findings = new ArrayList<>();
        SegmentVerify verify = new SegmentVerify(findings::add, count -> {});
        TableFolder folder = new TableFolder(rig.drives.get(0).drive(), "t");
        TableMeta meta = new TableMeta(WriteRig.STORE, 1, "t", new java.util.TreeMap<>(), 0, 1, 1024, List.of());
        for (long sequence : folder.segments()) {
            SegmentVerify.Result result = verify.verify(
                    new SegmentPlace(folder, sequence), meta, each -> each.hashCode() * 0x9E37_79B9_7F4A_7C15L);
            assertEquals(SegmentVerify.State.SEALED, result.state());
        }
        assertEquals(2, folder.segments().size());
        assertEquals(
                List.of(),
                findings.stream()
                        .filter(each -> each.offset() == SealLayout.OFFSET)
                        .toList());
    }
}
