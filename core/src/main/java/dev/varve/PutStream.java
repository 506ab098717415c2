package dev.varve;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Takes a value piece by piece; see {@link Table#putStream(byte[], long, PutOptions)}. Once all bytes of the declared length
 * were written, {@link #close()} makes the value visible. For one thread at a time.
 *
 * <p>Writing throws what a put throws, in particular {@link OutOfSpaceException}. Use try-with-resources: it also ends a
 * stream that failed half-way. The value's TTL begins to count at some moment between opening and closing the stream. An
 * open stream of a large value keeps a segment file for itself.
 */
public abstract class PutStream extends OutputStream implements WritableByteChannel {

    /** For implementations. */
    protected PutStream() {}

    /**
     * Takes all remaining bytes of the buffer.
     *
     * @throws IOException if that is more than the declared length leaves, in which case none are taken, or the stream is
     *     closed
     */
    @Override
    public abstract int write(ByteBuffer source) throws IOException;

    /**
     * Completes the put if the declared number of bytes was written, and with durable options waits for that. Otherwise
     * nothing is stored. Further calls do nothing.
     *
     * @throws IOException if fewer bytes were written than declared, unless {@link #abort()} was called or a write failed
     *     before
     */
    @Override
    public abstract void close() throws IOException;

    /** Closes the stream and stores nothing. Does nothing on a closed one. */
    public abstract void abort();

    /**
     * Whether the value was stored; false if the key already held a live value, as {@link Table#put(byte[], byte[])}
     * answers, or the put was given up. May turn out before all bytes were written, but is certain only after
     * {@link #close()}.
     */
    public abstract boolean stored();
}
