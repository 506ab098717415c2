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
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the write side does when a drive fails, fills up, or the process dies. */
class TableWriterFaultTest {
    private static final long POOL = 4L << 20;
    private static final TableWriteOptions OPTIONS = new TableWriteOptions(1L << 20, 0, true, true);

    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final FaultRules rules = new FaultRules();
    private final FileSystem fs = new FaultyFileSystem(memory, rules);

    private static byte[] bytes(int length, long seed) {
        byte[] value = new byte[length];
        new Random(seed).nextBytes(value);
        return value;
    }

    @Test
    void aFailedSyncIsNeverTriedAgainAndItsRecordsMoveToAnotherDrive() throws Exception {
        WriteRig rig = new WriteRig(fs, 2, POOL, OPTIONS);
        Map<Long, byte[]> all = new LinkedHashMap<>();
        for (int i = 0; i < 40; i++) {
            byte[] value = bytes(5_000, i);
            all.put(rig.put("key" + i * 7919, value), value);
        }
        Path bad = Path.of("/drive1");
        rules.nth(
                Operation.SYNC,
                path -> path.startsWith(bad) && path.toString().endsWith(".segment"),
                1,
                FaultRules.BROKEN);
        FlushWait wait = rig.flush();
        rig.turn();
        if (rig.faults.isEmpty()) {
            assertTrue(wait.isDone(), "nothing went to drive 1");
            return;
        }
        assertFalse(wait.isDone());
        LaneFault fault = rig.faults.get(0);
        assertEquals(1, fault.drive().id());
        assertNotNull(fault.drive().fault());
        List<byte[]> moved = new ArrayList<>();
        List<Long> addresses = new ArrayList<>();
        fault.forEachUnsynced((address, key, value, appendMs, ownTtlMs) -> {
            byte[] copy = new byte[value.remaining()];
            value.get(copy);
            assertArrayEquals(all.get(address), copy);
            moved.add(copy);
            addresses.add(rig.put(key, ByteBuffer.wrap(copy), ownTtlMs));
        });
        assertFalse(moved.isEmpty());
        FlushWait again = rig.flush();
        rig.turn();
        assertFalse(again.isDone(), "the lane is not through before its records moved");
        fault.moved();
        rig.turn();
        assertTrue(wait.isDone());
        assertTrue(again.isDone());
        assertNull(wait.failure());
        for (int i = 0; i < moved.size(); i++) {
            assertArrayEquals(moved.get(i), rig.read(addresses.get(i)));
        }
    }

    @Test
    void withNoHealthyDriveEveryFlushFailsWithTheFirstCause() throws Exception {
        WriteRig rig = new WriteRig(fs, 1, POOL, OPTIONS);
        long address = rig.put("a", bytes(100, 1));
        rules.always(Operation.WRITE, FaultRules.named(".segment"), FaultRules.BROKEN);
        FlushWait wait = rig.flush();
        rig.turn();
        LaneFault fault = rig.faults.get(0);
        fault.lost();
        assertTrue(wait.isDone());
        assertEquals(fault.cause(), wait.failure());
        rules.clear();
        FlushWait later = rig.flush();
        assertTrue(later.isDone());
        assertEquals(fault.cause(), later.failure());
        assertArrayEquals(bytes(100, 1), rig.read(address));
        assertThrows(IOException.class, () -> rig.put("b", bytes(100, 2)));
    }

    @Test
    void noSpaceFailsTheFlushKeepsTheRecordsAndEndsWhenThereIsSpace() throws Exception {
        WriteRig rig = new WriteRig(fs, 1, POOL, OPTIONS);
        long address = rig.put("a", bytes(100, 1));
        rules.always(Operation.WRITE, FaultRules.named(".segment"), FaultRules.FULL);
        FlushWait wait = rig.flush();
        rig.turn();
        assertTrue(wait.isDone());
        assertInstanceOf(NoSpaceException.class, wait.failure());
        assertTrue(rig.faults.isEmpty());
        assertThrows(NoRoomException.class, () -> rig.put("b", bytes(100, 2)));
        assertArrayEquals(bytes(100, 1), rig.read(address));

        rules.clear();
        FlushWait later = rig.flush();
        rig.turn();
        assertTrue(later.isDone());
        assertNull(later.failure());
        assertArrayEquals(bytes(100, 1), rig.read(address));
        rig.put("b", bytes(100, 2));
    }

    @Test
    void spaceComesBackWithoutAnybodyAsking() throws Exception {
        WriteRig rig = new WriteRig(fs, 1, POOL, OPTIONS);
        rig.put("a", bytes(100, 1));
        rules.always(Operation.WRITE, FaultRules.named(".segment"), FaultRules.FULL);
        rig.flush();
        rig.turn();
        rules.clear();
        rig.clock.ms += 1_100;
        rig.turn();
        rig.put("b", bytes(100, 2));
    }

    @Test
    void whatWasFlushedIsRecoveredAtAnyMoment() throws Exception {
        long seed = 1234;
        Random random = new Random(seed);
        WriteRig rig = new WriteRig(memory, 1, POOL, OPTIONS);
        Map<Long, byte[]> flushed = new LinkedHashMap<>();
        for (int round = 0; round < 30; round++) {
            Map<Long, byte[]> batch = new LinkedHashMap<>();
            for (int i = 0; i < 20; i++) {
                byte[] value = bytes(random.nextInt(20_000), round * 100L + i);
                batch.put(rig.put(round + "/" + i, value), value);
            }
            FlushWait wait = rig.flush();
            rig.turn();
            assertTrue(wait.isDone());
            flushed.putAll(batch);
            rig.put("unflushed" + round, bytes(3_000, round));
            checkRecovered(flushed, "seed " + seed + " round " + round);
        }
    }

    /** Recovers from a copy of the files' bytes, as they would be after a crash, and looks for every flushed record. */
    private void checkRecovered(Map<Long, byte[]> flushed, String message) throws Exception {
        MemoryFileSystem copy = new MemoryFileSystem();
        Path folder = Path.of("/drive1/t");
        copy.createDirectories(folder);
        Map<Long, Seal> seals = new LinkedHashMap<>();
        KeyHash hasher = key -> key.hashCode();
        for (String name : memory.list(folder)) {
            copyFile(copy, folder.resolve(name));
            long sequence = Long.parseLong(name.substring(0, 20));
            RecoveredSegment found = new SegmentRecovery(new SegmentFileScan(), hasher)
                    .recover(copy, folder.resolve(name), sequence, Long.MAX_VALUE);
            assertTrue(found.damage().isEmpty(), message + found.damage());
            if (found.seal() != null) {
                seals.put(sequence, found.seal());
            }
        }
        for (Map.Entry<Long, byte[]> each : flushed.entrySet()) {
            Seal seal = seals.get(Address.sequence(each.getKey()));
            assertNotNull(seal, message);
            assertTrue(Address.offset(each.getKey()) < seal.dataEnd(), message);
            assertArrayEquals(each.getValue(), value(copy, folder, each.getKey(), seal), message);
        }
    }

    private void copyFile(MemoryFileSystem copy, Path path) throws IOException {
        try (StoreFile from = memory.open(path, OpenMode.READ);
                StoreFile to = copy.open(path, OpenMode.CREATE)) {
            ByteBuffer all = ByteBuffer.allocate((int) from.length());
            from.read(all, 0);
            to.write(all.flip(), 0);
        }
    }

    private static byte[] value(FileSystem from, Path folder, long address, Seal seal) throws IOException {
        Path path = folder.resolve(TableFiles.segmentName(Address.sequence(address)));
        try (StoreFile file = from.open(path, OpenMode.READ)) {
            ByteBuffer record = ByteBuffer.allocate(40_000).order(java.nio.ByteOrder.LITTLE_ENDIAN);
            long offset = Address.offset(address);
            file.read(record, offset);
            Checksum checksum = new Checksum(seal.header().salt());
            assertEquals(RecordLayout.headerCrc(record, 0), RecordLayout.headerCrc(checksum, record, 0, offset));
            byte[] value = new byte[(int) RecordLayout.valueLength(record, 0)];
            record.get(RecordLayout.keyStart(record, 0) + RecordLayout.keyLength(record, 0), value);
            return value;
        }
    }
}
