package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * One open file. Any number of threads may read and write it at once. An interrupt of the calling thread never fails a
 * call nor harms the file for others: the call completes and the thread's interrupt flag is set afterwards.
 */
public interface StoreFile extends AutoCloseable {
    /**
     * Fills the buffer as far as the file goes, from its position on.
     *
     * @return the bytes read, 0 at or after the file's end
     */
    int read(ByteBuffer destination, long offset) throws IOException;

    /**
     * Writes everything from the buffer's position to its limit. Where {@link #isDirect()}, the buffer's address, the
     * offset and the length are multiples of {@link FileSystem#BLOCK}.
     */
    void write(ByteBuffer source, long offset) throws IOException;

    /**
     * Makes durable what was written before the call, and the length needed to read it back. A failure is never a
     * {@link NoSpaceException}, whatever its cause: the system may have dropped what was not yet on the device, so that
     * only writing it again helps, not another sync.
     */
    void sync() throws IOException;

    /** Cuts the file; a length beyond its end changes nothing. */
    void truncate(long length) throws IOException;

    long length() throws IOException;

    /** Whether writes bypass the page cache. */
    boolean isDirect();

    Path path();

    /** Tells the open file its new name after a rename: what an interrupt closes is opened again by name. */
    void renamedTo(Path path);

    @Override
    void close() throws IOException;
}
