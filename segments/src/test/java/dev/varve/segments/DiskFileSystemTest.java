package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskFileSystemTest extends FileSystemContract {
    private static final int THREADS = 4;
    private static final int ROUNDS = 2_000;

    @TempDir
    private Path directory;

    private final DiskFileSystem fileSystem = new DiskFileSystem();

    @Override
    FileSystem fileSystem() {
        return fileSystem;
    }

    @Override
    Path root() {
        return directory;
    }

    @Test
    void interruptedCallsComplete() throws IOException {
        byte[] bytes = random(200_000, 3);
        try (StoreFile file = fileSystem.open(directory.resolve("a"), OpenMode.CREATE)) {
            Thread.currentThread().interrupt();
            file.write(ByteBuffer.wrap(bytes), 0);
            assertTrue(Thread.currentThread().isInterrupted());
            file.sync();
            assertTrue(Thread.currentThread().isInterrupted());
            assertEquals(bytes.length, file.length());
            assertArrayEquals(bytes, read(file, ByteBuffer.allocateDirect(bytes.length), 0));
            assertTrue(Thread.currentThread().isInterrupted());
            file.truncate(100);
            fileSystem.syncDirectory(directory);
            fileSystem.tryLock(directory.resolve("lock")).close();
            assertTrue(Thread.interrupted());
            assertEquals(100, file.length());
        }
    }

    @Test
    void anInterruptOfOneThreadIsNoErrorForOthers() throws Exception {
        byte[] bytes = random(8192, 4);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        AtomicBoolean stop = new AtomicBoolean();
        try (StoreFile file = fileSystem.open(directory.resolve("a"), OpenMode.CREATE)) {
            file.write(ByteBuffer.wrap(bytes), 0);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long own = 8192L * (i + 1);
                Thread thread = new Thread(() -> {
                    try {
                        readAndWrite(file, bytes, own, stop);
                    } catch (Throwable e) {
                        failures.add(e);
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (int i = 0; i < ROUNDS; i++) {
                threads.get(i % THREADS).interrupt();
                Thread.onSpinWait();
            }
            stop.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertTrue(failures.isEmpty(), failures::toString);
    }

    private static void readAndWrite(StoreFile file, byte[] bytes, long own, AtomicBoolean stop) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length);
        while (!stop.get()) {
            assertArrayEquals(bytes, read(file, buffer.clear(), 0));
            file.write(ByteBuffer.wrap(bytes), own);
            assertArrayEquals(bytes, read(file, buffer.clear(), own));
            Thread.interrupted();
        }
    }

    @Test
    void aFileRenamedWhileOpenSurvivesAnInterrupt() throws IOException {
        Path old = directory.resolve("a");
        try (StoreFile file = fileSystem.open(old, OpenMode.CREATE)) {
            file.write(ByteBuffer.wrap(new byte[] {7}), 0);
            fileSystem.rename(old, directory.resolve("b"));
            file.renamedTo(directory.resolve("b"));
            Thread.currentThread().interrupt();
            assertEquals(7, read(file, ByteBuffer.allocate(1), 0)[0]);
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void namesWhatIsInTheWay() throws IOException {
        Files.writeString(directory.resolve("a"), "x");
        IOException e = assertThrows(IOException.class, () -> fileSystem.createDirectories(directory.resolve("a/b")));
        assertTrue(e.getMessage().contains(directory.resolve("a").toString()), e.getMessage());
        Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("nowhere"));
        assertThrows(IOException.class, () -> fileSystem.createDirectories(directory.resolve("dangling")));
        assertFalse(fileSystem.exists(directory.resolve("dangling")));
    }

    @Test
    void seesThroughSymbolicLinks() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);
        assertEquals(fileSystem.fileKey(real), fileSystem.fileKey(link));
        assertEquals(fileSystem.canonical(real), fileSystem.canonical(link));
    }

    @Test
    void tellsAFullDeviceFromABrokenOne() {
        Path path = directory.resolve("a");
        IOException full = fileSystem.translate(new IOException("No space left on device"), path, 1);
        assertTrue(full instanceof NoSpaceException);
        assertTrue(full.getMessage().contains(path.toString()));
        assertTrue(fileSystem.translate(new IOException("Disk quota exceeded"), path, 1) instanceof NoSpaceException);
        // In whatever language: what was wanted does not fit.
        assertTrue(fileSystem.translate(new IOException("Kein Platz"), path, 1L << 60) instanceof NoSpaceException);
        IOException broken = new IOException("Input/output error");
        assertEquals(broken, fileSystem.translate(broken, path, 1));
    }

    @Test
    void aFullDeviceSaysSo() throws IOException {
        // The kernel's own full device, where there is one.
        Path full = Path.of("/dev/full");
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.isWritable(full));
        try (StoreFile file = fileSystem.open(full, OpenMode.WRITE)) {
            assertThrows(NoSpaceException.class, () -> file.write(ByteBuffer.allocate(10), 0));
        }
    }
}
