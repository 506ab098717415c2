package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** An open file of a {@link MemoryFileSystem}. Any thread. */
final class MemoryFile implements StoreFile {
    private final MemoryNode node;
    private final OpenMode mode;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Path path;

    MemoryFile(MemoryNode node, Path path, OpenMode mode) {
        this.node = node;
        this.path = path;
        this.mode = mode;
        node.opened();
    }

    @Override
    public int read(ByteBuffer destination, long offset) throws IOException {
        checkOpen();
        return node.read(destination, offset);
    }

    @Override
    public void write(ByteBuffer source, long offset) throws IOException {
        checkWritable();
        assert !mode.direct() || isAligned(source, offset) : path + ": " + source + " at " + offset;
        if (!node.write(source, offset)) {
            throw new NoSpaceException(path + ": no space left in memory", null);
        }
    }

    private static boolean isAligned(ByteBuffer source, long offset) {
        return source.isDirect()
                && ((offset | source.remaining()) & (FileSystem.BLOCK - 1)) == 0
                && source.alignmentOffset(source.position(), FileSystem.BLOCK) == 0;
    }

    @Override
    public void sync() throws IOException {
        checkOpen();
    }

    @Override
    public void truncate(long length) throws IOException {
        checkWritable();
        node.truncate(length);
    }

    @Override
    public long length() throws IOException {
        checkOpen();
        return node.length();
    }

    @Override
    public boolean isDirect() {
        return mode.direct();
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public void renamedTo(Path newPath) {
        path = newPath;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            node.closed();
        }
    }

    private void checkOpen() throws ClosedChannelException {
        if (closed.get()) {
            throw new ClosedChannelException();
        }
    }

    private void checkWritable() throws ClosedChannelException {
        checkOpen();
        if (!mode.writes()) {
            throw new NonWritableChannelException();
        }
    }

    @Override
    public String toString() {
        return path + " (" + mode + ")";
    }
}
