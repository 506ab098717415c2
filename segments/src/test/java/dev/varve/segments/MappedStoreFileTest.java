package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("mapped")
class MappedStoreFileTest {
    private static final int THREADS = 4;

    @TempDir
    private Path directory;

    private final FileSystem fileSystem = new DiskFileSystem();
    private final byte[] content = FileSystemContract.random(3_000_017, 6);

    private StoreFile open() throws IOException {
        Path path = directory.resolve("a");
        if (!fileSystem.exists(path)) {
            SegmentImage.write(fileSystem, path, content);
        }
        return fileSystem.open(path, OpenMode.MAPPED);
    }

    private boolean isMapped() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        Assumptions.assumeTrue(Files.exists(maps));
        return Files.readAllLines(maps).stream()
                .anyMatch(line -> line.contains(directory.resolve("a").toString()));
    }

    @Test
    void allFlagsAreThere() {
        assertEquals("", MappedFiles.missingFlags());
    }

    @Test
    void readsAnyPart() throws IOException {
        try (StoreFile file = open()) {
            assertEquals(content.length, file.length());
            for (int offset : new int[] {0, 1, 4095, 1_000_003, content.length - 20_000}) {
                for (int length : new int[] {0, 1, 7, 8, 100, 4096, 20_000}) {
                    byte[] expected = Arrays.copyOfRange(content, offset, offset + length);
                    ByteBuffer direct = ByteBuffer.allocateDirect(length + 3).position(3);
                    ByteBuffer heap =
                            ByteBuffer.allocate(length + 5).slice(2, length + 3).position(3);
                    for (ByteBuffer buffer : List.of(direct, heap)) {
                        assertEquals(length, file.read(buffer, offset));
                        byte[] read = new byte[length];
                        buffer.get(3, read);
                        assertArrayEquals(expected, read, offset + ", " + length);
                        assertEquals(3 + length, buffer.position());
                    }
                }
            }
            ByteBuffer end = ByteBuffer.allocate(100);
            assertEquals(17, file.read(end, content.length - 17));
            assertEquals(0, file.read(end, content.length));
            assertEquals(0, file.read(end, 1L << 40));
            assertThrows(IllegalArgumentException.class, () -> file.read(end, -1));
        }
    }

    @Test
    void isUnmappedAtOnce() throws IOException {
        StoreFile file = open();
        assertTrue(isMapped());
        file.close();
        file.close();
        assertFalse(isMapped());
        assertThrows(ClosedChannelException.class, () -> file.read(ByteBuffer.allocate(1), 0));
        assertThrows(ClosedChannelException.class, () -> file.read(ByteBuffer.allocate(0), 0));
    }

    @Test
    void anInterruptIsNoError() throws IOException {
        open().close();
        Thread.currentThread().interrupt();
        try (StoreFile file = open()) {
            assertEquals(content[9], FileSystemContract.read(file, ByteBuffer.allocate(1), 9)[0]);
        }
        assertTrue(Thread.interrupted());
    }

    @Test
    void isForReadingOnly() throws IOException {
        try (StoreFile file = open()) {
            assertThrows(NonWritableChannelException.class, () -> file.write(ByteBuffer.allocate(1), 0));
            assertThrows(NonWritableChannelException.class, () -> file.truncate(0));
            assertThrows(NonWritableChannelException.class, file::sync);
        }
        assertThrows(IOException.class, () -> fileSystem.open(directory.resolve("none"), OpenMode.MAPPED));
    }

    @Test
    void aFileThatIsCutIsNoCrash() throws Exception {
        try (StoreFile file = open()) {
            try (FileChannel channel = FileChannel.open(directory.resolve("a"), StandardOpenOption.WRITE)) {
                channel.truncate(4096);
            }
            for (int length : new int[] {1, 8, 100, 1 << 20}) {
                for (ByteBuffer buffer : List.of(ByteBuffer.allocate(length), ByteBuffer.allocateDirect(length))) {
                    // The JVM reports the fault by an InternalError, at the copy or a few steps later.
                    Thread thread = new Thread(() -> {
                        try {
                            file.read(buffer, 1 << 20);
                        } catch (IOException e) {
                            return;
                        }
                    });
                    thread.setUncaughtExceptionHandler(
                            (dead, error) -> assertEquals(InternalError.class, error.getClass()));
                    thread.start();
                    thread.join();
                }
            }
            assertEquals(content[5], FileSystemContract.read(file, ByteBuffer.allocate(1), 5)[0]);
        }
    }

    @Test
    void closingUnderReadersEndsThemCleanly() throws Exception {
        for (int round = 0; round < 50; round++) {
            ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
            CountDownLatch reading = new CountDownLatch(THREADS);
            StoreFile file = open();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Thread thread = new Thread(() -> readUntilClosed(file, reading, failures));
                threads.add(thread);
                thread.start();
            }
            reading.await();
            file.close();
            for (Thread thread : threads) {
                thread.join();
            }
            assertTrue(failures.isEmpty(), failures::toString);
            assertFalse(isMapped());
        }
    }

    private void readUntilClosed(StoreFile file, CountDownLatch reading, ConcurrentLinkedQueue<Throwable> failures) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(10_000);
        try {
            for (long i = 0; ; i++) {
                int offset = (int) (i * 4099 % (content.length - 10_000));
                file.read(buffer.clear(), offset);
                assertEquals(content[offset + 5000], buffer.get(5000));
                reading.countDown();
            }
        } catch (ClosedChannelException e) {
            return;
        } catch (Throwable e) {
            failures.add(e);
            reading.countDown();
        }
    }
}
