package dev.varve.bench.subject;

import java.nio.ByteBuffer;

/** A store under measurement. All methods but {@link #close} may be called from any thread, at the same time. */
public interface Subject extends AutoCloseable {
    /**
     * Stores a value, or adds it to the calling thread's batch. Without {@link Capability#VISIBLE} it may be read only after
     * that thread's next flush.
     *
     * @param key from position to limit
     * @param value from position to limit; not kept after the call
     * @return false if the key was there already; with {@link Capability#RACING_PUTS} only, others write over it
     */
    boolean put(ByteBuffer key, ByteBuffer value);

    /**
     * Stores a value and waits until it is durable.
     *
     * @param key as for {@link #put}
     * @param value as for {@link #put}
     * @return as for {@link #put}
     */
    default boolean putDurable(ByteBuffer key, ByteBuffer value) {
        boolean stored = put(key, value);
        flush();
        return stored;
    }

    /** Waits until everything that the calling thread put before is durable; of some stores, what all threads put. */
    void flush();

    /**
     * Reads a value.
     *
     * @param key from position to limit
     * @param target the value is copied to its position
     * @return the value's length; -1 if the key is not there
     */
    int get(ByteBuffer key, ByteBuffer target);

    /**
     * Goes through all live pairs, once each, in the order in which the store keeps them. Pairs that are put meanwhile may be
     * missed.
     *
     * @param visitor sees each pair, on the calling thread
     * @return how many there were
     */
    long scan(PairVisitor visitor);

    /** {@return what it can do} */
    Capabilities capabilities();

    /** {@return how things stand} */
    SubjectStats stats();

    @Override
    void close();
}
