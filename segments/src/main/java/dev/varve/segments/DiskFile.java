package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A file through a {@link FileChannel}. Shared by any number of threads; what changes is guarded by this object's monitor
 * and published through volatile fields.
 *
 * <p>An interrupt of a thread inside a channel's call closes the channel for all threads. Each call therefore runs in a
 * loop that opens the channel again, repeats the call, which is harmless as all are positional, and gives the thread its
 * interrupt back at the end.
 */
final class DiskFile implements StoreFile {
    /** Up to this length the JDK may use its per-thread buffer for a heap buffer. */
    private static final int HEAP_STEP = 1 << 16;

    private final DiskFileSystem fileSystem;
    private final OpenMode mode;
    private volatile Path path;
    private volatile FileChannel channel;
    /** Of a direct file: for reads that are not aligned. */
    private volatile FileChannel pageCache;

    private volatile boolean closed;

    DiskFile(DiskFileSystem fileSystem, Path path, OpenMode mode) throws IOException {
        this.fileSystem = fileSystem;
        this.path = path;
        this.channel = fileSystem.channel(path, mode);
        this.mode = mode.again();
    }

    @Override
    public int read(ByteBuffer destination, long offset) throws IOException {
        if (destination.isDirect() || destination.remaining() <= HEAP_STEP) {
            return readSteps(destination, offset, TransferBuffers.CAPACITY);
        }
        ByteBuffer transfer = fileSystem.transfers().take();
        if (transfer == null) {
            return readSteps(destination, offset, HEAP_STEP);
        }
        try {
            return readThrough(transfer, destination, offset);
        } finally {
            fileSystem.transfers().give(transfer);
        }
    }

    private int readThrough(ByteBuffer transfer, ByteBuffer destination, long offset) throws IOException {
        int total = 0;
        while (destination.hasRemaining()) {
            transfer.clear().limit(Math.min(destination.remaining(), TransferBuffers.CAPACITY));
            int read = readSteps(transfer, offset + total, TransferBuffers.CAPACITY);
            destination.put(transfer.flip());
            total += read;
            if (read == 0) {
                break;
            }
        }
        return total;
    }

    private int readSteps(ByteBuffer destination, long offset, int step) throws IOException {
        int start = destination.position();
        int end = destination.limit();
        boolean interrupted = false;
        try {
            while (destination.position() < end) {
                FileChannel from = channelFor(destination, offset + destination.position() - start);
                try {
                    destination.limit(Math.min(end, destination.position() + step));
                    if (from.read(destination, offset + destination.position() - start) <= 0) {
                        break;
                    }
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    reopen(from, e);
                } finally {
                    destination.limit(end);
                }
            }
        } finally {
            restore(interrupted);
        }
        return destination.position() - start;
    }

    /** Direct channels refuse what is not aligned. */
    private FileChannel channelFor(ByteBuffer destination, long offset) throws IOException {
        if (!mode.direct() || isAligned(destination, offset)) {
            return channel;
        }
        FileChannel cached = pageCache;
        return cached != null ? cached : openPageCache();
    }

    private static boolean isAligned(ByteBuffer buffer, long offset) {
        return buffer.isDirect()
                && ((offset | buffer.remaining()) & (FileSystem.BLOCK - 1)) == 0
                && buffer.alignmentOffset(buffer.position(), FileSystem.BLOCK) == 0;
    }

    private synchronized FileChannel openPageCache() throws IOException {
        checkOpen(null);
        if (pageCache == null) {
            pageCache = fileSystem.channel(path, OpenMode.READ);
        }
        return pageCache;
    }

    @Override
    public void write(ByteBuffer source, long offset) throws IOException {
        assert !mode.direct() || isAligned(source, offset) : path + ": " + source + " at " + offset;
        try {
            if (source.isDirect() || source.remaining() <= HEAP_STEP) {
                writeSteps(source, offset, source.remaining());
                return;
            }
            ByteBuffer transfer = fileSystem.transfers().take();
            if (transfer == null) {
                writeSteps(source, offset, HEAP_STEP);
                return;
            }
            try {
                writeThrough(transfer, source, offset);
            } finally {
                fileSystem.transfers().give(transfer);
            }
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            throw fileSystem.translate(e, path, source.remaining());
        }
    }

    private void writeThrough(ByteBuffer transfer, ByteBuffer source, long offset) throws IOException {
        int start = source.position();
        int end = source.limit();
        try {
            while (source.position() < end) {
                long at = offset + source.position() - start;
                source.limit(Math.min(end, source.position() + TransferBuffers.CAPACITY));
                transfer.clear().put(source).flip();
                writeSteps(transfer, at, TransferBuffers.CAPACITY);
            }
        } finally {
            source.limit(end);
        }
    }

    private void writeSteps(ByteBuffer source, long offset, int step) throws IOException {
        int start = source.position();
        int end = source.limit();
        boolean interrupted = false;
        try {
            while (source.position() < end) {
                FileChannel to = channel;
                int at = source.position();
                try {
                    source.limit(Math.min(end, at + step));
                    to.write(source, offset + at - start);
                    keepAligned(source, at);
                } catch (ClosedChannelException e) {
                    // How much of it was written is unknown; writing the same bytes again does no harm.
                    source.limit(end).position(at);
                    interrupted |= Thread.interrupted();
                    reopen(to, e);
                } finally {
                    source.limit(end);
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    /** A direct write that was cut short goes on at a block's start. */
    private void keepAligned(ByteBuffer source, int before) throws IOException {
        int written = source.position() - before;
        if (mode.direct() && source.hasRemaining()) {
            written &= -FileSystem.BLOCK;
            source.position(before + written);
        }
        if (written == 0) {
            throw new IOException(path + ": the system writes nothing and reports no error");
        }
    }

    @Override
    public void sync() throws IOException {
        // An interrupt that hits during the call could hide the very error the call was about to report. One that was
        // there before shall at least not do so.
        boolean interrupted = Thread.interrupted();
        try {
            for (; ; ) {
                FileChannel of = channel;
                try {
                    of.force(false);
                    return;
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    reopen(of, e);
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    @Override
    public void truncate(long length) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (; ; ) {
                FileChannel of = channel;
                try {
                    of.truncate(length);
                    return;
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    reopen(of, e);
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    @Override
    public long length() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (; ; ) {
                FileChannel of = channel;
                try {
                    return of.size();
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    reopen(of, e);
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    private synchronized void reopen(FileChannel broken, ClosedChannelException cause) throws IOException {
        checkOpen(cause);
        if (broken == channel) {
            channel = fileSystem.channel(path, mode);
        } else if (broken == pageCache) {
            pageCache = fileSystem.channel(path, OpenMode.READ);
        }
    }

    private void checkOpen(ClosedChannelException cause) throws ClosedChannelException {
        if (closed) {
            throw cause != null ? cause : new ClosedChannelException();
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
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
    public synchronized void renamedTo(Path newPath) {
        path = newPath;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        FileChannel second = pageCache;
        try {
            channel.close();
        } finally {
            if (second != null) {
                second.close();
            }
        }
    }

    @Override
    public String toString() {
        return path + " (" + mode + ")";
    }
}
