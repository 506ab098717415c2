package dev.varve.bench.subject;

import java.nio.ByteBuffer;

/** A store under measurement. All methods but {@link #close} may be called from any thread, at the same time. */
public interface Subject extends AutoCloseable {
    /**
     * Stores a value.
     *
     * @param key from position to limit
     * @param value from position to limit; not kept after the call
     * @return false if the key was there already
     */
    boolean put(ByteBuffer key, ByteBuffer value);

    /**
     * Stores a value and waits until it is durable.
     *
     * @param key as for {@link #put}
     * @param value as for {@link #put}
     * @return as for {@link #put}
     */
    boolean putDurable(ByteBuffer key, ByteBuffer value);

    /** Waits until everything put before is durable. */
    void flush();

    /**
     * Reads a value.
     *
     * @param key from position to limit
     * @param target the value is copied to its position
     * @return the value's length; -1 if the key is not there
     */
    int get(ByteBuffer key, ByteBuffer target);

    /** {@return how things stand} */
    SubjectStats stats();

    @Override
    void close();
}
