package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A file of which one block cannot be read. */
final class BadSector implements StoreFile {
    private final StoreFile inner;
    private final long sector;
    private final boolean[] broken;

    BadSector(StoreFile inner, long sector, boolean[] broken) {
        this.inner = inner;
        this.sector = sector;
        this.broken = broken;
    }

    @Override
    public int read(ByteBuffer destination, long offset) throws IOException {
        if (broken[0] && offset < sector + FileSystem.BLOCK && offset + destination.remaining() > sector) {
            throw new IOException(path() + ": bad sector at " + sector);
        }
        return inner.read(destination, offset);
    }

    @Override
    public void write(ByteBuffer source, long offset) throws IOException {
        inner.write(source, offset);
    }

    @Override
    public void sync() throws IOException {
        inner.sync();
    }

    @Override
    public void truncate(long length) throws IOException {
        inner.truncate(length);
    }

    @Override
    public long length() throws IOException {
        return inner.length();
    }

    @Override
    public boolean isDirect() {
        return inner.isDirect();
    }

    @Override
    public Path path() {
        return inner.path();
    }

    @Override
    public void renamedTo(Path path) {
        inner.renamedTo(path);
    }

    @Override
    public void close() throws IOException {
        inner.close();
    }
}
