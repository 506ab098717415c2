package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every file system does alike. */
abstract class FileSystemContract {
    private FileSystem fileSystem;
    private Path root;

    abstract FileSystem fileSystem();

    /** An existing empty directory. */
    abstract Path root() throws IOException;

    @BeforeEach
    void prepare() throws IOException {
        fileSystem = fileSystem();
        root = root();
    }

    @Test
    void readsWhatItWrote() throws IOException {
        byte[] bytes = random(3 << 20, 1);
        Path path = root.resolve("a");
        try (StoreFile file = fileSystem.open(path, OpenMode.CREATE)) {
            file.write(ByteBuffer.wrap(bytes), 5);
            file.sync();
            assertEquals(bytes.length + 5, file.length());
            assertEquals(path, file.path());
        }
        try (StoreFile file = fileSystem.open(path, OpenMode.READ)) {
            assertArrayEquals(bytes, read(file, ByteBuffer.allocate(bytes.length), 5));
            assertArrayEquals(bytes, read(file, ByteBuffer.allocateDirect(bytes.length), 5));
        }
        assertEquals(bytes.length + 5, fileSystem.length(path));
    }

    @Test
    void readsAsFarAsTheFileGoes() throws IOException {
        try (StoreFile file = fileSystem.open(root.resolve("a"), OpenMode.CREATE)) {
            file.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 4);
            ByteBuffer buffer = ByteBuffer.allocate(10).position(1).limit(9);
            assertEquals(7, file.read(buffer, 0));
            assertEquals(8, buffer.position());
            assertEquals(9, buffer.limit());
            assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 1, 2, 3, 0, 0}, buffer.array());
            assertEquals(0, file.read(ByteBuffer.allocate(1), 7));
            assertEquals(0, file.read(ByteBuffer.allocate(1), 1L << 40));
        }
    }

    @Test
    void writesDirectlyAndReadsAnyPart() throws IOException {
        ByteBuffer buffer = aligned(1 << 20);
        byte[] bytes = random(1 << 20, 2);
        buffer.put(bytes).flip();
        Path path = root.resolve("a");
        try (StoreFile file = fileSystem.open(path, OpenMode.CREATE_DIRECT)) {
            assertTrue(file.isDirect());
            file.write(buffer, 0);
            file.write(buffer.position(4096).limit(8192), 1 << 20);
            file.sync();
            byte[] part = read(file, ByteBuffer.allocate(100), 4097);
            assertArrayEquals(java.util.Arrays.copyOfRange(bytes, 4097, 4197), part);
            assertArrayEquals(bytes, read(file, aligned(1 << 20), 0));
        }
        try (StoreFile file = fileSystem.open(path, OpenMode.WRITE_DIRECT)) {
            assertEquals((1 << 20) + 4096, file.length());
            assertThrows(AssertionError.class, () -> file.write(ByteBuffer.allocate(4096), 0));
            assertThrows(AssertionError.class, () -> file.write(aligned(4096), 512));
            assertThrows(AssertionError.class, () -> file.write(aligned(4096).limit(512), 0));
        }
        assertTrue(fileSystem.supportsDirect(path));
    }

    @Test
    void refusesToCreateWhatIsThereOrOpenWhatIsNot() throws IOException {
        Path path = root.resolve("a");
        assertThrows(IOException.class, () -> fileSystem.open(path, OpenMode.READ));
        assertThrows(IOException.class, () -> fileSystem.open(path, OpenMode.WRITE));
        assertThrows(IOException.class, () -> fileSystem.open(path.resolve("b"), OpenMode.CREATE));
        fileSystem.open(path, OpenMode.CREATE).close();
        IOException e = assertThrows(IOException.class, () -> fileSystem.open(path, OpenMode.CREATE));
        assertTrue(e.getMessage().contains(path.toString()), e.getMessage());
    }

    @Test
    void refusesAfterClose() throws IOException {
        StoreFile file = fileSystem.open(root.resolve("a"), OpenMode.CREATE);
        file.close();
        file.close();
        assertThrows(ClosedChannelException.class, () -> file.read(ByteBuffer.allocate(1), 0));
        assertThrows(ClosedChannelException.class, () -> file.write(ByteBuffer.allocate(1), 0));
        assertThrows(ClosedChannelException.class, file::sync);
    }

    @Test
    void cutsAFile() throws IOException {
        try (StoreFile file = fileSystem.open(root.resolve("a"), OpenMode.CREATE)) {
            file.write(ByteBuffer.wrap(new byte[10_000]).put(6_000, (byte) 1), 0);
            file.truncate(20_000);
            assertEquals(10_000, file.length());
            file.truncate(5_000);
            assertEquals(5_000, file.length());
            file.write(ByteBuffer.wrap(new byte[] {1}), 9_999);
            assertEquals(0, read(file, ByteBuffer.allocate(1), 6_000)[0]);
        }
    }

    @Test
    void keepsNames() throws IOException {
        Path directory = root.resolve("x/y/z");
        fileSystem.createDirectories(directory);
        fileSystem.createDirectories(directory);
        assertTrue(fileSystem.isDirectory(directory));
        assertFalse(fileSystem.exists(directory.resolve("a")));
        fileSystem.open(directory.resolve("b"), OpenMode.CREATE).close();
        fileSystem.open(directory.resolve("a"), OpenMode.CREATE).close();
        assertEquals(List.of("a", "b"), fileSystem.list(directory));
        assertFalse(fileSystem.isDirectory(directory.resolve("a")));
        fileSystem.syncDirectory(directory);
        fileSystem.delete(directory.resolve("a"));
        assertEquals(List.of("b"), fileSystem.list(directory));
        assertThrows(IOException.class, () -> fileSystem.delete(directory.resolve("a")));
        assertThrows(IOException.class, () -> fileSystem.delete(directory));
        assertThrows(IOException.class, () -> fileSystem.list(root.resolve("none")));
        fileSystem.delete(directory.resolve("b"));
        fileSystem.delete(directory);
        assertFalse(fileSystem.exists(directory));
    }

    @Test
    void renamesOverAnExistingFile() throws IOException {
        create("a", 1);
        create("b", 2);
        StoreFile old = fileSystem.open(root.resolve("b"), OpenMode.READ);
        StoreFile moved = fileSystem.open(root.resolve("a"), OpenMode.READ);
        fileSystem.rename(root.resolve("a"), root.resolve("b"));
        moved.renamedTo(root.resolve("b"));
        assertEquals(root.resolve("b"), moved.path());
        assertFalse(fileSystem.exists(root.resolve("a")));
        assertEquals(2, read(old, ByteBuffer.allocate(1), 0)[0]);
        assertEquals(1, read(moved, ByteBuffer.allocate(1), 0)[0]);
        old.close();
        moved.close();
        assertThrows(IOException.class, () -> fileSystem.rename(root.resolve("a"), root.resolve("b")));
    }

    @Test
    void countsLinks() throws IOException {
        create("a", 1);
        assertEquals(1, fileSystem.linkCount(root.resolve("a")));
        fileSystem.link(root.resolve("b"), root.resolve("a"));
        assertEquals(2, fileSystem.linkCount(root.resolve("a")));
        assertEquals(fileSystem.fileKey(root.resolve("a")), fileSystem.fileKey(root.resolve("b")));
        assertThrows(IOException.class, () -> fileSystem.link(root.resolve("b"), root.resolve("a")));
        fileSystem.delete(root.resolve("a"));
        assertEquals(1, fileSystem.linkCount(root.resolve("b")));
    }

    @Test
    void knowsADirectoryByAnyPath() throws IOException {
        fileSystem.createDirectories(root.resolve("x"));
        fileSystem.createDirectories(root.resolve("y"));
        Object key = fileSystem.fileKey(root.resolve("x"));
        assertEquals(key, fileSystem.fileKey(root.resolve("y/../x")));
        assertNotEquals(key, fileSystem.fileKey(root.resolve("y")));
        assertEquals(fileSystem.canonical(root.resolve("x")), fileSystem.canonical(root.resolve("./y/../x")));
        assertThrows(IOException.class, () -> fileSystem.fileKey(root.resolve("none")));
        assertThrows(IOException.class, () -> fileSystem.canonical(root.resolve("none")));
    }

    @Test
    void tellsItsSpace() throws IOException {
        Space space = fileSystem.space(root);
        assertTrue(space.usable() > 0);
        assertTrue(space.total() >= space.usable());
    }

    @Test
    void locksOnce() throws IOException {
        Path path = root.resolve("lock");
        try (Closeable lock = fileSystem.tryLock(path)) {
            assertNotNull(lock);
            assertNull(fileSystem.tryLock(path));
        }
        try (Closeable lock = fileSystem.tryLock(path)) {
            // On a disk the second try above has kept its channel open, but the lock itself is free again.
            assertNotNull(lock);
        }
    }

    private void create(String name, int content) throws IOException {
        try (StoreFile file = fileSystem.open(root.resolve(name), OpenMode.CREATE)) {
            file.write(ByteBuffer.wrap(new byte[] {(byte) content}), 0);
        }
    }

    static byte[] read(StoreFile file, ByteBuffer buffer, long offset) throws IOException {
        assertEquals(buffer.remaining(), file.read(buffer, offset));
        byte[] bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        return bytes;
    }

    static ByteBuffer aligned(int length) {
        return ByteBuffer.allocateDirect(length + FileSystem.BLOCK)
                .alignedSlice(FileSystem.BLOCK)
                .limit(length);
    }

    static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
