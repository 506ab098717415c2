package dev.varve;

import java.nio.ByteBuffer;

/**
 * Looks at a value in place; see {@link Table#read(byte[], ValueReader)}.
 *
 * @param <T> what it makes of the value
 */
@FunctionalInterface
public interface ValueReader<T> {

    /**
     * Called on the thread that reads, at most once. The buffer is read-only, big-endian, and holds the value from its
     * position to its limit; it must not be used after this method returned. The value's segment is pinned meanwhile, so be
     * brief. Other calls to the store are allowed in here. What it throws is thrown by the read.
     */
    T read(ByteBuffer value);
}
