package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.segments.DriveRefusedException.Reason;
import dev.varve.segments.FaultRules.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DriveSetTest {
    private static final Path A = Path.of("/mnt/a");
    private static final Path B = Path.of("/mnt/b");
    private static final Path C = Path.of("/mnt/c");
    private static final UUID STORE = new UUID(1, 2);

    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final FaultRules rules = new FaultRules();
    private final FileSystem fileSystem = new FaultyFileSystem(memory, rules);

    private DriveSet open(Path... roots) throws IOException {
        return DriveSet.open(fileSystem, List.of(roots), new DriveSetOptions(false, STORE, "test"));
    }

    private DriveSet openWithout(Path... roots) throws IOException {
        return DriveSet.open(fileSystem, List.of(roots), new DriveSetOptions(true, STORE, "test"));
    }

    private DriveRefusedException refused(Reason reason, Path... roots) {
        Map<Path, byte[]> before = files();
        DriveRefusedException e = assertThrows(DriveRefusedException.class, () -> open(roots));
        assertEquals(reason, e.reason(), e.getMessage());
        assertEquals(before.keySet(), files().keySet(), "a refused open creates nothing");
        return e;
    }

    /** Every file there is. */
    private Map<Path, byte[]> files() {
        Map<Path, byte[]> files = new TreeMap<>();
        collect(Path.of("/mnt"), files);
        return files;
    }

    private void collect(Path folder, Map<Path, byte[]> files) {
        try {
            if (memory.isDirectory(folder)) {
                files.put(folder, new byte[0]);
                for (String name : memory.list(folder)) {
                    collect(folder.resolve(name), files);
                }
            } else if (memory.exists(folder)) {
                files.put(folder, SegmentImage.read(memory, folder));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Integer> ids(DriveSet set) {
        return set.drives().stream().map(Drive::id).toList();
    }

    @Test
    void aNewStoreOpensAgainInAnyOrderAndAtOtherPaths() throws IOException {
        try (DriveSet set = open(A, B)) {
            assertEquals(STORE, set.storeId());
            assertEquals(List.of(0, 1), ids(set));
            assertEquals(A, set.drive(0).root());
            assertNull(set.drive(2));
            assertTrue(set.drive(0).isDirect());
            assertTrue(memory.exists(A.resolve("varve.lock.txt")));
        }
        assertFalse(memory.exists(A.resolve("varve.lock.txt")));
        try (DriveSet set = open(B, A)) {
            assertEquals(A, set.drive(0).root());
            assertEquals(B, set.drive(1).root());
        }
        memory.rename(A, C);
        try (DriveSet set = open(B, C)) {
            assertEquals(C, set.drive(0).root());
            assertEquals(List.of(), new ArrayList<>(set.missing().keySet()));
        }
    }

    @Test
    void drivesAreAdded() throws IOException {
        open(A).close();
        memory.createDirectories(B.resolve("lost+found"));
        try (DriveSet set = open(B, A, C)) {
            assertEquals(List.of(0, 1, 2), ids(set));
            assertEquals(B, set.drive(1).root());
        }
        refused(Reason.MISSING, A);
    }

    @Test
    void aCrashAtAnyStepOfCreationOpensAgain() throws IOException {
        for (Operation operation : List.of(
                Operation.OPEN,
                Operation.WRITE,
                Operation.SYNC,
                Operation.RENAME,
                Operation.SYNC_DIRECTORY,
                Operation.CREATE_DIRECTORY,
                Operation.LOCK)) {
            for (int n = 1; n < 30; n++) {
                MemoryFileSystem fresh = new MemoryFileSystem();
                FaultRules faults = new FaultRules().from(operation, FaultRules.anywhere(), n, FaultRules.TORN);
                DriveSetOptions options = new DriveSetOptions(false, STORE, "test");
                boolean opened = false;
                try {
                    DriveSet.open(new FaultyFileSystem(fresh, faults), List.of(A, B, C), options)
                            .close();
                    opened = true;
                } catch (IOException e) {
                    assertTrue(e.getMessage().contains("injected"), e.getMessage());
                }
                try (DriveSet set = DriveSet.open(fresh, List.of(A, B, C), options)) {
                    assertEquals(List.of(0, 1, 2), ids(set));
                }
                // With every drive once known, a missing one is missed.
                assertThrows(DriveRefusedException.class, () -> DriveSet.open(fresh, List.of(A, B), options));
                if (opened) {
                    break;
                }
            }
        }
    }

    @Test
    void missingAndEmptyDrivesAreRefused() throws IOException {
        open(A, B, C).close();
        DriveRefusedException e = refused(Reason.MISSING, A, C);
        assertTrue(e.getMessage().contains("drive 1 (last seen at /mnt/b)"), e.getMessage());
        // Nothing mounted there: the directory is gone, or empty.
        memory.rename(B, Path.of("/mnt/unmounted"));
        e = refused(Reason.MISSING, A, B, C);
        assertTrue(e.getMessage().contains("/mnt/b does not exist"), e.getMessage());
        memory.createDirectories(B);
        e = refused(Reason.MISSING, A, B, C);
        assertTrue(e.getMessage().contains("/mnt/b is empty"), e.getMessage());
        assertEquals(List.of(), memory.list(B));
    }

    @Test
    void missingDrivesAreAllowedOnRequest() throws IOException {
        open(A, B, C).close();
        memory.rename(B, Path.of("/mnt/unmounted"));
        memory.createDirectories(B);
        try (DriveSet set = openWithout(A, B, C)) {
            assertEquals(List.of(0, 2), ids(set));
            assertEquals(Map.of(1, "/mnt/b"), set.missing());
            assertEquals(List.of(), memory.list(B));
        }
        refused(Reason.MISSING, A, B, C);
        memory.delete(B);
        memory.rename(Path.of("/mnt/unmounted"), B);
        try (DriveSet set = open(A, B, C)) {
            assertEquals(List.of(0, 1, 2), ids(set));
        }
    }

    @Test
    void drivesThatWereEachOpenedWithoutTheOtherAreRefused() throws IOException {
        open(A, B).close();
        openWithout(A).close();
        openWithout(B).close();
        assertTrue(refused(Reason.FOREIGN, A, B).getMessage().contains("without the other"));
    }

    @Test
    void foreignDrivesAreRefused() throws IOException {
        open(A).close();
        DriveSetOptions other = new DriveSetOptions(false, new UUID(3, 4), "test");
        DriveSet.open(fileSystem, List.of(B), other).close();
        assertTrue(refused(Reason.FOREIGN, A, B).getMessage().contains("/mnt/b"));

        memory.createDirectories(C);
        for (String name : List.of("varve.store", "varve.store.copy")) {
            SegmentImage.write(memory, C.resolve(name), SegmentImage.read(memory, A.resolve(name)));
        }
        assertTrue(refused(Reason.FOREIGN, A, C).getMessage().contains("copy"));
    }

    @Test
    void aDriveGivenUpIsForeign() throws IOException {
        open(A, B).close();
        DriveSet.forgetMissing(fileSystem, List.of(A), "test");
        open(A).close();
        assertTrue(refused(Reason.FOREIGN, A, B).getMessage().contains("given up"));
        try (DriveSet set = open(A, C)) {
            assertEquals(List.of(0, 2), ids(set), "an id is never given out again");
        }
        assertThrows(
                DriveRefusedException.class, () -> DriveSet.forgetMissing(fileSystem, List.of(Path.of("/x")), "t"));
        assertFalse(memory.exists(Path.of("/x")));
    }

    @Test
    void overlappingRootsAreRefused() {
        refused(Reason.OVERLAPPING, A, A);
        refused(Reason.OVERLAPPING, A, A.resolve("../a/."));
        refused(Reason.OVERLAPPING, A, A.resolve("sub"));
        refused(Reason.OVERLAPPING, A.resolve("x/y"), B, A);
    }

    @Test
    void whatCannotBeADriveIsRefused() throws IOException {
        memory.createDirectories(A.getParent());
        SegmentImage.write(memory, A, new byte[3]);
        refused(Reason.UNUSABLE, A);
        Path[] many = new Path[65];
        for (int i = 0; i < many.length; i++) {
            many[i] = Path.of("/mnt/d" + i);
        }
        refused(Reason.UNUSABLE, many);
        assertThrows(
                DriveRefusedException.class,
                () -> DriveSet.open(fileSystem, List.of(), new DriveSetOptions(false, STORE, "")));
    }

    @Test
    void aDriveWithTablesButNoIdentityDoesNotBecomeANewOne() throws IOException {
        try (DriveSet set = open(A)) {
            TableMetaStore.load(set, new java.util.Random(1)).create("t", Map.of());
        }
        memory.delete(A.resolve("varve.store"));
        memory.delete(A.resolve("varve.store.copy"));
        assertTrue(refused(Reason.FOREIGN, A).getMessage().contains("holds the table t"));
    }

    @Test
    void aDamagedIdentityIsRepairedFromItsCopyOrNamed() throws IOException {
        open(A, B).close();
        SegmentImage.write(memory, A.resolve("varve.store"), new byte[0]);
        open(A, B).close();
        assertEquals(List.of("varve.lock", "varve.store", "varve.store.copy"), memory.list(A));
        SegmentImage.write(memory, A.resolve("varve.store.copy"), new byte[100]);
        open(A, B).close();
        SegmentImage.write(memory, A.resolve("varve.store"), new byte[0]);
        SegmentImage.write(memory, A.resolve("varve.store.copy"), new byte[100]);
        CorruptException e = assertThrows(CorruptException.class, () -> open(A, B));
        assertEquals("/mnt/a/varve.store", e.file());
    }

    @Test
    void aNewerFormatIsRefusedBeforeAnyWrite() throws IOException {
        open(A).close();
        byte[] content = SegmentImage.read(memory, A.resolve("varve.store"));
        content[8] = 2;
        SegmentImage.write(memory, A.resolve("varve.store"), content);
        long writes = rules.count(Operation.WRITE);
        assertThrows(FormatTooNewException.class, () -> open(A));
        assertEquals(writes, rules.count(Operation.WRITE));
    }

    @Test
    void aSecondOpenIsRefused() throws IOException {
        try (DriveSet set = open(A, B)) {
            assertNotNull(set);
            DriveLockedException e = assertThrows(DriveLockedException.class, () -> open(A, B));
            assertEquals("/mnt/a", e.root());
            assertTrue(e.getMessage().contains("this process"), e.getMessage());
            assertThrows(DriveLockedException.class, () -> DriveSet.destroy(fileSystem, List.of(A), "test"));
        }
        open(A, B).close();
    }

    @Test
    void whoCannotLockAllLocksNothing() throws IOException {
        open(A, B).close();
        try (java.io.Closeable other = memory.tryLock(B.resolve("varve.lock"))) {
            SegmentImage.write(memory, B.resolve("varve.lock.txt"), "pid 7 on host\n".getBytes());
            DriveLockedException e = assertThrows(DriveLockedException.class, () -> open(A, B));
            assertEquals("pid 7 on host", e.holder());
            assertEquals("/mnt/b", e.root());
            assertNotNull(other);
            assertFalse(memory.exists(A.resolve("varve.lock.txt")));
        }
        open(A, B).close();
    }

    @Test
    void garbageInTheLockFilesMeansNothing() throws IOException {
        open(A).close();
        for (byte[] content : List.of(new byte[0], new byte[1 << 20])) {
            SegmentImage.write(memory, A.resolve("varve.lock"), content);
            SegmentImage.write(memory, A.resolve("varve.lock.txt"), content);
            open(A).close();
        }
    }

    @Test
    void opensOnAFullDriveAndWritesNothing() throws IOException {
        open(A, B).close();
        SegmentImage.write(memory, A.resolve("varve.store"), new byte[0]);
        memory.bytesMax(0);
        open(A, B).close();
        try (DriveSet set = openWithout(A)) {
            assertEquals(List.of(0), ids(set));
        }
    }

    @Test
    void destroyDeletesOnlyWhatIsOurs() throws IOException {
        try (DriveSet set = open(A, B)) {
            TableMetaStore metas = TableMetaStore.load(set, new java.util.Random(1));
            metas.create("t", Map.of());
            int dropped = metas.create("gone", Map.of()).tableId();
            metas.drop(dropped);
            metas.moveDropped(dropped, "gone");
            for (Drive drive : set.drives()) {
                TableFolder folder = new TableFolder(drive, "t");
                memory.createDirectories(folder.indexFolder());
                memory.createDirectories(drive.spareFolder());
                SegmentImage.write(memory, folder.segment(1), new byte[10]);
                SegmentImage.write(memory, folder.index(1), new byte[10]);
                SegmentImage.write(memory, folder.segment(2), new byte[10]);
                drive.quarantine(folder.segment(2));
                SegmentImage.write(memory, drive.spare(1), new byte[10]);
                memory.createDirectories(drive.root().resolve("lost+found"));
                memory.createDirectories(drive.root().resolve("mine"));
                SegmentImage.write(memory, drive.root().resolve("mine/notes.txt"), new byte[10]);
                SegmentImage.write(memory, folder.path().resolve("keep.me"), new byte[10]);
            }
        }
        DriveSet.destroy(fileSystem, List.of(A, B), "test");
        for (Path root : List.of(A, B)) {
            assertEquals(List.of("lost+found", "mine", "t"), memory.list(root));
            assertEquals(List.of("keep.me"), memory.list(root.resolve("t")));
        }
        Map<Path, byte[]> before = files();
        assertThrows(DriveRefusedException.class, () -> DriveSet.destroy(fileSystem, List.of(A, B), "test"));
        assertEquals(before.keySet(), files().keySet());
    }

    @Test
    void aFaultyDriveDoesNotStopTheOthers() throws IOException {
        try (DriveSet set = open(A, B)) {
            rules.always(Operation.WRITE, FaultRules.under(B), FaultRules.BROKEN);
            set.addDropped(5);
            assertTrue(set.isDropped(5));
            assertTrue(set.drive(0).isHealthy());
            assertFalse(set.drive(1).isHealthy());
            rules.always(Operation.WRITE, FaultRules.under(A), FaultRules.FULL);
            assertThrows(NoSpaceException.class, () -> set.addDropped(6));
            assertFalse(set.isDropped(6));
        }
        rules.clear();
        try (DriveSet set = open(A, B)) {
            assertTrue(set.isDropped(5));
            assertFalse(set.isDropped(6));
        }
    }

    @Test
    void quarantineKeepsTheFirstFileOfAName() throws IOException {
        try (DriveSet set = open(A)) {
            Drive drive = set.drive(0);
            memory.createDirectories(A.resolve("t"));
            for (int i = 0; i < 3; i++) {
                Path file = A.resolve("t/00000000000000000001.segment");
                SegmentImage.write(memory, file, new byte[] {(byte) i});
                Path moved = drive.quarantine(file);
                assertFalse(memory.exists(file));
                assertEquals(
                        i, ByteBuffer.wrap(SegmentImage.read(memory, moved)).get());
            }
            assertEquals(3, memory.list(A.resolve("quarantine")).size());
        }
    }
}
