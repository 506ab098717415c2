package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DrivesTest {
    @TempDir
    Path directory;

    private Path a;
    private Path b;
    private Path c;

    @BeforeEach
    void nameDrives() {
        a = directory.resolve("a");
        b = directory.resolve("b");
        c = directory.resolve("c");
    }

    private static StoreOptions.Builder at(Path... drives) {
        return StoreOptions.at(drives).writeBufferBytes(16 << 20).freeSpaceMin(0);
    }

    private static Store open(Path... drives) {
        return Store.open(at(drives).build());
    }

    private static byte[] key(int i) {
        return StoreTestBase.key(i);
    }

    private static byte[] value(int i) {
        return StoreTestBase.value(i, 60_000);
    }

    /** Enough, and long enough, to come to every drive. */
    private static void fill(Store store, int from, int to) {
        Table table = store.table(
                "table", TableOptions.builder().segmentBytes(1 << 20).build());
        for (int i = from; i < to; i++) {
            assertTrue(table.put(key(i), value(i)));
            if (i % 20 == 0) {
                table.roll();
            }
        }
        table.flush().join();
    }

    private static int present(Store store, int count) {
        Table table = store.table("table");
        int present = 0;
        for (int i = 0; i < count; i++) {
            byte[] value = table.get(key(i));
            if (value != null) {
                assertArrayEquals(value(i), value);
                present++;
            }
        }
        return present;
    }

    @Test
    void missingDirectoriesAreMade() {
        Path deep = directory.resolve("x/y/z");
        try (Store store = open(deep, b)) {
            fill(store, 0, 10);
        }
        assertTrue(Files.isRegularFile(deep.resolve("varve.store")));
        assertTrue(Files.isRegularFile(b.resolve("varve.store")));
    }

    @Test
    void openTwiceIsRefused() {
        try (Store store = open(a)) {
            fill(store, 0, 5);
            StoreLockedException e = assertThrows(StoreLockedException.class, () -> open(a));
            assertTrue(e.getMessage().contains(a.toString()), e.getMessage());
            assertEquals(5, present(store, 5));
        }
        open(a).close();
    }

    @Test
    void openByAnotherPathIsRefused() throws IOException {
        Files.createDirectories(a);
        Path link = Files.createSymbolicLink(directory.resolve("link"), a);
        try (Store store = open(a)) {
            assertThrows(StoreLockedException.class, () -> open(link));
            assertThrows(StoreLockedException.class, () -> open(directory.resolve("x/../a")));
            assertFalse(store.isClosed());
        }
        open(link).close();
    }

    @Test
    void openByAnotherProcessIsRefused() {
        try (Store store = open(a)) {
            ChildJvm.Result result = new ChildJvm().run(DrivesTest.class.getName(), a.toString());
            assertEquals("locked", result.out().strip(), result.err());
            // The attempt must not have let go of the lock.
            result = new ChildJvm().run(DrivesTest.class.getName(), a.toString());
            assertEquals("locked", result.out().strip(), result.err());
            assertFalse(store.isClosed());
        }
        ChildJvm.Result result = new ChildJvm().run(DrivesTest.class.getName(), a.toString());
        assertEquals("opened", result.out().strip(), result.err());
        assertEquals("", result.err());
    }

    public static void main(String[] args) {
        try {
            open(Path.of(args[0])).close();
            System.out.println("opened");
        } catch (StoreLockedException e) {
            System.out.println("locked");
        }
    }

    @Test
    void oneDirectoryTwiceIsRefused() throws IOException {
        Files.createDirectories(a);
        Path link = Files.createSymbolicLink(directory.resolve("link"), a);
        assertThrows(IllegalArgumentException.class, () -> open(a, link));
        assertThrows(IllegalArgumentException.class, () -> open(a, a.resolve("inner")));
        open(a, b).close();
    }

    @Test
    void missingEmptyAndForeignDrivesAreRefusedByName() throws IOException {
        try (Store store = open(a, b)) {
            fill(store, 0, 100);
        }
        try (Store store = open(c)) {
            fill(store, 0, 1);
        }
        assertNames(assertThrows(DriveMissingException.class, () -> open(a)), b);
        Path aside = Files.move(b, directory.resolve("aside"));
        assertNames(assertThrows(DriveMissingException.class, () -> open(a, b)), b);
        Files.createDirectories(b);
        assertNames(assertThrows(DriveMissingException.class, () -> open(a, b)), b);
        assertThrows(DriveMissingException.class, () -> open(a, b, c));
        assertNames(assertThrows(DriveMissingException.class, () -> open(a, c)), c);
        delete(b);
        Files.move(aside, b);
        try (Store store = open(b, a)) {
            assertEquals(100, present(store, 100), "the order of drives does not matter");
        }
    }

    private static void assertNames(RuntimeException e, Path drive) {
        assertTrue(e.getMessage().contains(drive.getFileName().toString()), e.getMessage());
    }

    @Test
    void driveCanBeMountedElsewhere() throws IOException {
        try (Store store = open(a, b)) {
            fill(store, 0, 100);
        }
        Files.move(a, directory.resolve("moved"));
        try (Store store = open(b, directory.resolve("moved"))) {
            assertEquals(100, present(store, 100));
        }
    }

    @Test
    void drivesCanBeAdded() {
        try (Store store = open(a)) {
            fill(store, 0, 50);
        }
        try (Store store = open(a, b, c)) {
            fill(store, 50, 200);
            assertEquals(200, present(store, 200));
        }
        assertThrows(DriveMissingException.class, () -> open(a));
        try (Store store = open(c, a, b)) {
            assertEquals(200, present(store, 200));
        }
    }

    @Test
    void opensWithoutAMissingDriveIfAllowed() {
        try (Store store = open(a, b)) {
            fill(store, 0, 200);
        }
        StoreOptions allowing = at(a).allowMissingDrives(true).build();
        int without;
        try (Store store = Store.open(allowing)) {
            without = present(store, 200);
            assertTrue(without > 0 && without < 200, "drive a alone has " + without);
            Table table = store.table("table");
            for (int i = 0; i < 200; i++) {
                // Absent keys may be put again.
                assertEquals(!table.contains(key(i)), table.put(key(i), value(i)));
            }
        }
        try (Store store = open(a, b)) {
            assertEquals(200, present(store, 200));
            assertEquals(200, store.table("table").countLive());
        }
    }

    @Test
    void newestWinsWhenADriveReturns() {
        try (Store store = open(a, b)) {
            fill(store, 0, 200);
        }
        int put = 0;
        try (Store store = Store.open(at(a).allowMissingDrives(true).build())) {
            Table table = store.table("table");
            for (int i = 0; i < 200; i++) {
                if (table.put(key(i), StoreTestBase.bytes("new " + i))) {
                    put++;
                }
            }
        }
        try (Store store = open(a, b)) {
            Table table = store.table("table");
            int fresh = 0;
            for (int i = 0; i < 200; i++) {
                String value = new String(table.get(key(i)));
                fresh += value.equals("new " + i) ? 1 : 0;
            }
            assertEquals(put, fresh);
        }
    }

    @Test
    void driveThatIsGivenUpIsNotMissedAnyMore() {
        try (Store store = open(a, b)) {
            fill(store, 0, 200);
            assertThrows(StoreLockedException.class, () -> Store.forgetMissingDrives(a));
        }
        assertEquals(0, Store.forgetMissingDrives(a, b));
        assertEquals(1, Store.forgetMissingDrives(a));
        try (Store store = open(a)) {
            int left = present(store, 200);
            assertTrue(left > 0 && left < 200);
            fill(store, 1_000, 1_010);
        }
        assertThrows(DriveMissingException.class, () -> open(a, b));
        assertThrows(DriveMissingException.class, () -> Store.forgetMissingDrives(c));
    }

    @Test
    void destroyTakesTheStoreAndNothingElse() throws IOException {
        Files.createDirectories(a);
        Path mine = Files.writeString(a.resolve("mine.txt"), "mine");
        try (Store store = open(a, b)) {
            fill(store, 0, 50);
            assertThrows(StoreLockedException.class, () -> Store.destroy(a, b));
            assertEquals(50, present(store, 50));
        }
        Store.destroy(a, b, c);
        assertEquals(List.of(mine), ReopenTest.files(directory));
        assertThrows(DriveMissingException.class, () -> Store.destroy(a, b));
        try (Store store = open(a, b)) {
            assertEquals(List.of(), store.tableNames());
        }
    }

    @Test
    void droppedTableIsDeletedOnADriveThatWasMissing() {
        try (Store store = open(a, b)) {
            fill(store, 0, 200);
        }
        try (Store store = Store.open(at(a).allowMissingDrives(true).build())) {
            assertTrue(store.dropTable("table"));
        }
        try (Store store = open(a, b)) {
            assertEquals(List.of(), store.tableNames());
            Table table = store.table("table", TableOptions.defaults());
            assertNull(table.get(key(1)));
            assertEquals(0, table.countLive());
        }
    }

    private static void delete(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, IOException e) throws IOException {
                Files.delete(dir);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
