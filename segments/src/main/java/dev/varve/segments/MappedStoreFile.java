package dev.varve.segments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.Memory;
import net.openhft.chronicle.core.OS;
import net.openhft.chronicle.core.io.AbstractReferenceCounted;
import net.openhft.chronicle.core.io.ReferenceOwner;

/**
 * A file that changes no more, read out of a mapping. Any thread may read. The mapping is counted: a read holds it, so that
 * closing during a read unmaps only after it. Chronicle's own mapped files are built around files that grow, and keep a
 * reference of their own that nothing gives back; so only its map, unmap and counting are used.
 *
 * <p>Bytes are copied out, never handed out: a buffer over the mapping that a caller kept would end the JVM when it is used
 * after the mapping is gone, and a checksum over pages that the device cannot read would end it at once, where a copy only
 * fails.
 */
final class MappedStoreFile extends AbstractReferenceCounted implements StoreFile {
    private static final Memory MEMORY = OS.memory();
    private static final ReferenceOwner READER = ReferenceOwner.temporary("reader");

    private final AtomicBoolean closed = new AtomicBoolean();
    private final long length;
    private final long address;
    private volatile Path path;

    MappedStoreFile(DiskFileSystem fileSystem, Path path) throws IOException {
        super(false);
        this.path = path;
        long[] mapping = map(fileSystem, path);
        length = mapping[0];
        address = mapping[1];
    }

    /** Length and address; an interrupt of this thread only delays it. */
    private static long[] map(DiskFileSystem fileSystem, Path path) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (; ; ) {
                try (FileChannel channel = fileSystem.channel(path, OpenMode.READ)) {
                    long length = channel.size();
                    long address = length == 0 ? 0 : OS.map(channel, FileChannel.MapMode.READ_ONLY, 0, length);
                    return new long[] {length, address};
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public int read(ByteBuffer destination, long offset) throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset " + offset);
        }
        int count = (int) Math.max(0, Math.min(destination.remaining(), length - offset));
        // Asked first, or readers that overlap would keep a closed file mapped for ever.
        if (closed.get() || !tryReserve(READER)) {
            throw new ClosedChannelException();
        }
        try {
            if (count > 0) {
                copy(destination, offset, count);
            }
        } catch (InternalError e) {
            // How the JVM reports that the device could not give a page, or that the file was cut. For a short copy it
            // may do so a few steps later; then the caller's checksum says it first.
            throw new IOException(path + ": the mapping cannot be read at " + offset, e);
        } finally {
            release(READER);
        }
        return count;
    }

    private void copy(ByteBuffer destination, long offset, int count) {
        int position = destination.position();
        if (destination.isDirect()) {
            MEMORY.copyMemory(address + offset, Jvm.address(destination) + position, count);
        } else {
            MEMORY.copyMemory(
                    address + offset,
                    destination.array(),
                    (long) Jvm.arrayByteBaseOffset() + destination.arrayOffset() + position,
                    count);
        }
        destination.position(position + count);
    }

    @Override
    public void write(ByteBuffer source, long offset) {
        throw new NonWritableChannelException();
    }

    @Override
    public void sync() {
        throw new NonWritableChannelException();
    }

    @Override
    public void truncate(long newLength) {
        throw new NonWritableChannelException();
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean isDirect() {
        return false;
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
    public void close() throws IOException {
        if (closed.compareAndSet(false, true)) {
            release(INIT);
        }
    }

    /** Called once, when nobody holds the mapping any more. */
    @Override
    protected void performRelease() {
        try {
            if (length > 0) {
                OS.unmap(address, length);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The blocks of a file shall be free once it is closed, and not some time later. */
    @Override
    protected boolean canReleaseInBackground() {
        return false;
    }

    @Override
    public String toString() {
        return path + " (mapped)";
    }
}
