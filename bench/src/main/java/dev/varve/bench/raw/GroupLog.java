package dev.varve.bench.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The barest log with group commit: records are copied into a buffer under a lock, and whoever commits writes what is
 * there with one direct write over recycled blocks and one sync. No checksums, no index, nothing kept.
 *
 * <p>Any thread appends, under the lock; one thread at a time commits.
 */
final class GroupLog implements AutoCloseable {
    private static final int BUFFER_BYTES = 8 << 20;

    private final Object lock = new Object();
    private final RawFile file;
    private final long fileBytes;
    private ByteBuffer filling = RawFile.alignedBuffer(BUFFER_BYTES);
    private ByteBuffer writing = RawFile.alignedBuffer(BUFFER_BYTES);
    /** Log position of the filling buffer's first byte, and where in the file that is. */
    private long base;

    private long fileOffset;
    private volatile long durable;

    GroupLog(Path path, long fileBytes, boolean direct) throws IOException {
        this.fileBytes = fileBytes;
        file = SmallAppends.lay(path, fileBytes, direct);
    }

    /** {@return the position that must become durable for this record to be} */
    long append(byte[] record) {
        synchronized (lock) {
            filling.put(record);
            return base + filling.position();
        }
    }

    long durable() {
        return durable;
    }

    /** {@return whether there was anything to commit} */
    boolean commit() throws IOException {
        long offset;
        long end;
        synchronized (lock) {
            end = base + filling.position();
            if (end == durable) {
                return false;
            }
            offset = swap();
        }
        int padded = (writing.position() + RawFile.BLOCK - 1) / RawFile.BLOCK * RawFile.BLOCK;
        file.write(writing.limit(padded).position(0), offset);
        file.sync();
        durable = end;
        return true;
    }

    /** The last block goes on in the other buffer, to be written again with more in it. */
    private long swap() {
        ByteBuffer full = filling;
        int whole = full.position() / RawFile.BLOCK * RawFile.BLOCK;
        filling = writing.clear();
        filling.put(full.duplicate().flip().position(whole));
        writing = full;
        base += whole;
        long offset = fileOffset;
        fileOffset += whole;
        if (fileOffset + BUFFER_BYTES > fileBytes) {
            fileOffset = 0;
        }
        return offset;
    }

    @Override
    public void close() throws IOException {
        file.remove();
    }
}
