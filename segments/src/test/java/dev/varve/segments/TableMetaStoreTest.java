package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.segments.FaultRules.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TableMetaStoreTest {
    private static final Path A = Path.of("/mnt/a");
    private static final Path B = Path.of("/mnt/b");

    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final FaultRules rules = new FaultRules();
    private final FileSystem fileSystem = new FaultyFileSystem(memory, rules);
    private final Random random = new Random(1);

    private DriveSet open(Path... roots) throws IOException {
        return DriveSet.open(fileSystem, List.of(roots), new DriveSetOptions(true, new UUID(1, 2), "test"));
    }

    private TableMetaStore load(DriveSet drives) throws IOException {
        return TableMetaStore.load(drives, random);
    }

    @Test
    void whatIsStoredIsLoaded() throws IOException {
        TableMeta t;
        TableMeta u;
        try (DriveSet drives = open(A, B)) {
            TableMetaStore metas = load(drives);
            assertEquals(List.of(), metas.tables());
            t = metas.create("t", Map.of("ttl", 5L));
            u = metas.create("u", Map.of());
            assertNotEquals(t.tableId(), u.tableId());
            assertNotEquals(t.hashSeed(), u.hashSeed());
            assertThrows(IllegalArgumentException.class, () -> metas.create("t", Map.of()));
            t = metas.update(t.tableId(), meta -> meta.withOptions(Map.of("ttl", 6L, "x", 1L)));
            t = metas.reserveSequences(t.tableId());
            assertEquals(TableMeta.RESERVATION, t.sequenceReserved());
            t = metas.update(t.tableId(), meta -> meta.withAbandonedEnd(new SegmentEnd(3, 8192)));
            assertEquals(t, metas.table(t.tableId()));
        }
        try (DriveSet drives = open(A, B)) {
            TableMetaStore metas = load(drives);
            assertEquals(Optional.of(t), metas.table("t"));
            assertEquals(Optional.of(u), metas.table("u"));
            assertEquals(Optional.empty(), metas.table("v"));
        }
    }

    @Test
    void theNewestWinsAndIsWrittenToAll() throws IOException {
        TableMeta t;
        try (DriveSet drives = open(A, B)) {
            t = load(drives).create("t", Map.of());
        }
        try (DriveSet drives = open(B)) {
            t = load(drives).reserveSequences(t.tableId());
        }
        try (DriveSet drives = open(A, B)) {
            assertEquals(t, load(drives).table(t.tableId()));
        }
        try (DriveSet drives = open(A)) {
            assertEquals(t, load(drives).table(t.tableId()));
        }
    }

    @Test
    void oneWholeCopyIsEnough() throws IOException {
        TableMeta t;
        try (DriveSet drives = open(A, B)) {
            t = load(drives).create("t", Map.of());
        }
        List<Path> copies = List.of(
                A.resolve("t/table.meta"),
                A.resolve("t/table.meta.copy"),
                B.resolve("t/table.meta"),
                B.resolve("t/table.meta.copy"));
        for (Path whole : copies) {
            for (Path path : copies) {
                if (!path.equals(whole)) {
                    SegmentImage.write(memory, path, new byte[10]);
                }
            }
            try (DriveSet drives = open(A, B)) {
                assertEquals(List.of(t), load(drives).tables());
            }
        }
        for (Path path : copies) {
            SegmentImage.write(memory, path, new byte[10]);
        }
        try (DriveSet drives = open(A, B)) {
            CorruptException e = assertThrows(CorruptException.class, () -> load(drives));
            assertEquals("/mnt/a/t/table.meta", e.file());
        }
    }

    @Test
    void segmentsWithoutMetadataAreNoEmptyTable() throws IOException {
        try (DriveSet drives = open(A)) {
            memory.createDirectories(A.resolve("t"));
            assertEquals(List.of(), load(drives).tables());
            SegmentImage.write(memory, A.resolve("t/00000000000000000001.segment"), new byte[10]);
            assertThrows(CorruptException.class, () -> load(drives));
        }
    }

    @Test
    void strangersAreLeftAlone() throws IOException {
        TableMeta t;
        try (DriveSet drives = open(A)) {
            t = load(drives).create("t", Map.of());
        }
        for (String name : List.of("lost+found", ".DS_Store", "foreign", "t.bak")) {
            memory.createDirectories(A.resolve(name));
            SegmentImage.write(memory, A.resolve(name).resolve("x"), new byte[1]);
        }
        memory.createDirectories(A.resolve("t2"));
        SegmentImage.write(memory, A.resolve("t2/table.meta"), SegmentImage.read(memory, A.resolve("t/table.meta")));
        SegmentImage.write(memory, A.resolve("file"), new byte[1]);
        try (DriveSet drives = open(A)) {
            assertEquals(List.of(t), load(drives).tables());
        }
        for (String name : List.of("lost+found/x", ".DS_Store/x", "foreign/x", "t.bak/x", "t2/table.meta", "file")) {
            assertTrue(memory.exists(A.resolve(name)), name);
        }
    }

    @Test
    void aTableOfAnotherStoreIsRefused() throws IOException {
        try (DriveSet drives = open(A)) {
            load(drives).create("t", Map.of());
        }
        DriveSetOptions other = new DriveSetOptions(false, new UUID(5, 6), "test");
        try (DriveSet drives = DriveSet.open(fileSystem, List.of(B), other)) {
            memory.rename(A.resolve("t"), B.resolve("t"));
            assertThrows(DriveRefusedException.class, () -> load(drives));
        }
    }

    @Test
    void aDroppedTableStaysGoneWhereverItTurnsUp() throws IOException {
        TableMeta old;
        TableMeta young;
        try (DriveSet drives = open(A, B)) {
            old = load(drives).create("t", Map.of());
            SegmentImage.write(memory, B.resolve("t/00000000000000000001.segment"), new byte[10]);
        }
        try (DriveSet drives = open(A)) {
            TableMetaStore metas = load(drives);
            metas.drop(old.tableId());
            List<Path> folders = metas.moveDropped(old.tableId(), "t");
            assertEquals(1, folders.size());
            metas.deleteDropped(folders);
            assertFalse(memory.exists(folders.get(0)));
            young = metas.create("t", Map.of());
            assertTrue(drives.isDropped(old.tableId()), "drive b may still bring it back");
        }
        try (DriveSet drives = open(A, B)) {
            TableMetaStore metas = load(drives);
            assertEquals(List.of(young), metas.tables());
            assertEquals(1, metas.droppedFolders().size());
            assertEquals(
                    List.of(metas.droppedFolders().get(0).resolve("00000000000000000001.segment")),
                    TableFolder.files(memory, metas.droppedFolders().get(0)));
            assertEquals(
                    List.of(),
                    memory.list(B.resolve("t")).stream()
                            .filter(name -> name.endsWith(".segment"))
                            .toList());
            metas.deleteDropped(metas.droppedFolders());
            assertFalse(drives.isDropped(old.tableId()));
            assertEquals(List.of(), metas.droppedFolders());
        }
        try (DriveSet drives = open(A, B)) {
            assertEquals(List.of(young), load(drives).tables());
        }
    }

    @Test
    void aDropIsCarriedOnAfterACrash() throws IOException {
        for (Operation operation : List.of(Operation.WRITE, Operation.RENAME, Operation.DELETE)) {
            for (int n = 1; n < 12; n++) {
                MemoryFileSystem fresh = new MemoryFileSystem();
                FaultRules faults = new FaultRules();
                FileSystem faulty = new FaultyFileSystem(fresh, faults);
                DriveSetOptions options = new DriveSetOptions(false, new UUID(1, 2), "test");
                boolean dropped = false;
                try (DriveSet drives = DriveSet.open(faulty, List.of(A), options)) {
                    TableMetaStore metas = TableMetaStore.load(drives, random);
                    int id = metas.create("t", Map.of()).tableId();
                    SegmentImage.write(fresh, A.resolve("t/00000000000000000001.segment"), new byte[10]);
                    faults.from(operation, FaultRules.anywhere(), n, FaultRules.BROKEN);
                    metas.drop(id);
                    metas.deleteDropped(metas.moveDropped(id, "t"));
                    dropped = true;
                } catch (IOException e) {
                    assertTrue(e.getMessage().contains("injected"), e.getMessage());
                }
                try (DriveSet drives = DriveSet.open(fresh, List.of(A), options)) {
                    TableMetaStore metas = TableMetaStore.load(drives, random);
                    boolean there = metas.table("t").isPresent();
                    assertEquals(there, fresh.exists(A.resolve("t/00000000000000000001.segment")));
                    assertFalse(there && dropped);
                    metas.deleteDropped(metas.droppedFolders());
                    assertEquals(there, fresh.list(A).contains("t"));
                    assertEquals(List.of(), drives.dropped());
                }
            }
        }
    }

    @Test
    void aFailedChangeIsNotTakenForALaterOne() throws IOException {
        TableMeta t;
        try (DriveSet drives = open(A)) {
            TableMetaStore metas = load(drives);
            TableMeta created = metas.create("t", Map.of());
            // The file itself arrives, its copy does not.
            rules.nth(Operation.WRITE, FaultRules.anywhere(), 2, FaultRules.FULL);
            assertThrows(
                    NoSpaceException.class,
                    () -> metas.update(created.tableId(), meta -> meta.withOptions(Map.of("lost", 1L))));
            assertEquals(created, metas.table(created.tableId()));
            t = metas.update(created.tableId(), meta -> meta.withOptions(Map.of("kept", 1L)));
            assertEquals(created.revision() + 2, t.revision());
        }
        try (DriveSet drives = open(A)) {
            assertEquals(t, load(drives).table(t.tableId()));
        }
    }

    @Test
    void aFailedCreationLeavesTheNameFree() throws IOException {
        TableMeta t;
        try (DriveSet drives = open(A, B)) {
            TableMetaStore metas = load(drives);
            rules.nth(Operation.WRITE, FaultRules.under(A), 2, FaultRules.FULL);
            rules.always(Operation.WRITE, FaultRules.under(B), FaultRules.FULL);
            assertThrows(NoSpaceException.class, () -> metas.create("t", Map.of()));
            assertEquals(List.of(), metas.tables());
            rules.clear();
            // The second try meets the drive that had nothing of the first.
            rules.always(Operation.WRITE, FaultRules.under(A), FaultRules.BROKEN);
            t = metas.reserveSequences(metas.create("t", Map.of()).tableId());
        }
        rules.clear();
        try (DriveSet drives = open(A, B)) {
            assertEquals(List.of(t), load(drives).tables());
        }
    }

    @Test
    void names() {
        for (String name : List.of("a", "A-Z_0", "x".repeat(64))) {
            assertTrue(TableMetaStore.isName(name), name);
        }
        for (String name :
                List.of("", "x".repeat(65), ".", "..", "a/b", "a.b", "a b", "é", "spare", "Quarantine", "a\0")) {
            assertFalse(TableMetaStore.isName(name), name);
        }
        assertEquals("00000000000000000042.segment", FileNames.segment(42));
        assertEquals(
                42, FileNames.number("00000000000000000042.segment", ".segment").orElseThrow());
        for (String name : List.of(
                "42.segment",
                "0000000000000000004x.segment",
                "00000000000000000042.segment.tmp",
                "99999999999999999999.segment",
                ".segment")) {
            assertTrue(FileNames.number(name, ".segment").isEmpty(), name);
        }
        assertEquals(7, FileNames.number("7.spare", ".spare").orElseThrow());
        assertTrue(FileNames.number("07.spare", ".spare").isEmpty());
        assertTrue(FileNames.number("-7.spare", ".spare").isEmpty());
    }
}
