package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks against other processes, and by other paths to the same directory. */
class DriveLockOnDiskTest {
    @TempDir
    private Path directory;

    private final DiskFileSystem fileSystem = new DiskFileSystem();

    private DriveSet open(Path root) throws IOException {
        return DriveSet.open(fileSystem, List.of(root), new DriveSetOptions(false, new UUID(1, 2), "the test"));
    }

    /** Holds a store until its standard input ends. */
    static final class Holder {
        public static void main(String[] args) throws IOException {
            DriveSetOptions options = new DriveSetOptions(
                    false, new UUID(1, 2), "pid " + ProcessHandle.current().pid());
            try (DriveSet set = DriveSet.open(new DiskFileSystem(), List.of(Path.of(args[0])), options)) {
                System.out.println("open " + set.drives().size());
                System.in.read();
            } catch (DriveLockedException e) {
                System.out.println("locked by " + e.holder());
            }
        }
    }

    private static Process holder(Path root) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        root.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String line(Process process) throws IOException {
        return new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
    }

    @Test
    void theSameDirectoryByAnyPath() throws IOException {
        Path real = directory.resolve("real");
        Path link = directory.resolve("link");
        try (DriveSet set = open(real)) {
            assertEquals(1, set.drives().size());
            Files.createSymbolicLink(link, real);
            for (Path path : List.of(link, real.resolve("../real"), directory.resolve("link/../real"))) {
                DriveLockedException e = assertThrows(DriveLockedException.class, () -> open(path));
                assertTrue(e.holder().contains("the test"));
            }
            // The refused opens have not dropped the lock.
            Process other = holder(link);
            assertEquals("locked by the test", line(other));
        }
        try (DriveSet set = open(link)) {
            assertEquals(link, set.drives().get(0).root());
        }
        DriveRefusedException e = assertThrows(
                DriveRefusedException.class,
                () -> DriveSet.open(
                        fileSystem, List.of(real, link), new DriveSetOptions(false, new UUID(1, 2), "the test")));
        assertEquals(DriveRefusedException.Reason.OVERLAPPING, e.reason());
    }

    @Test
    void anotherProcess() throws Exception {
        Path root = directory.resolve("drive");
        Process other = holder(root);
        assertEquals("open 1", line(other));
        DriveLockedException e = assertThrows(DriveLockedException.class, () -> open(root));
        assertEquals("pid " + other.pid(), e.holder());
        assertThrows(DriveLockedException.class, () -> DriveSet.destroy(fileSystem, List.of(root), "x"));
        // Killed: what it leaves in the text file does not count.
        other.destroyForcibly();
        assertTrue(other.waitFor(1, TimeUnit.MINUTES));
        assertTrue(Files.exists(root.resolve("varve.lock.txt")));
        open(root).close();
    }

    @Test
    void ofTwoAtOnceOneWins() throws Exception {
        for (int i = 0; i < 3; i++) {
            Path root = directory.resolve("drive" + i);
            Process one = holder(root);
            Process two = holder(root);
            String first = line(one);
            String second = line(two);
            boolean onlyOne = first.equals("open 1") ^ second.equals("open 1");
            assertTrue(onlyOne, first + ", " + second);
            one.getOutputStream().close();
            two.getOutputStream().close();
            assertTrue(one.waitFor(1, TimeUnit.MINUTES) && two.waitFor(1, TimeUnit.MINUTES));
            assertEquals(List.of("varve.lock", "varve.store", "varve.store.copy"), fileSystem.list(root));
        }
    }

    @Test
    void aDirectoryInPlaceOfTheLockFileIsNamed() throws IOException {
        Path lock = Files.createDirectories(directory.resolve("drive/varve.lock"));
        IOException e = assertThrows(IOException.class, () -> open(directory.resolve("drive")));
        assertTrue(e.getMessage().contains(lock.toString()), e.getMessage());
    }

    @Test
    void theHomeDirectoryIsExpanded() throws IOException {
        String home = System.getProperty("user.home");
        try {
            System.setProperty("user.home", directory.toString());
            try (DriveSet set = open(Path.of("~/varve"))) {
                assertEquals(directory.resolve("varve"), set.drives().get(0).root());
            }
        } finally {
            System.setProperty("user.home", home);
        }
    }
}
