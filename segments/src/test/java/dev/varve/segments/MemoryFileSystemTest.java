package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MemoryFileSystemTest extends FileSystemContract {
    private final MemoryFileSystem fileSystem = new MemoryFileSystem(16 << 20);

    @Override
    FileSystem fileSystem() {
        return fileSystem;
    }

    @Override
    Path root() throws IOException {
        Path root = Path.of("/memory/root");
        fileSystem.createDirectories(root);
        return root;
    }

    @Test
    void isFullWhenItsRoomIsUsedUp() throws IOException {
        fileSystem.bytesMax(3 * FileSystem.BLOCK);
        StoreFile file = fileSystem.open(Path.of("/memory/root/a"), OpenMode.CREATE);
        assertThrows(NoSpaceException.class, () -> file.write(ByteBuffer.allocate(4 * FileSystem.BLOCK), 0));
        assertEquals(3 * FileSystem.BLOCK, file.length());
        assertEquals(new Space(0, 3 * FileSystem.BLOCK), fileSystem.space(file.path()));
        fileSystem.bytesMax(4 * FileSystem.BLOCK);
        file.write(ByteBuffer.allocate(4 * FileSystem.BLOCK), 0);
        file.truncate(FileSystem.BLOCK + 1);
        assertEquals(2 * FileSystem.BLOCK, fileSystem.space(file.path()).usable());
        fileSystem.delete(file.path());
        assertEquals(2 * FileSystem.BLOCK, fileSystem.space(file.path()).usable());
        file.close();
        assertEquals(4 * FileSystem.BLOCK, fileSystem.space(file.path()).usable());
    }
}
