package dev.varve;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;

/**
 * Walks the values of a table in append order: {@code while (cursor.next()) use(cursor.key())}. A fresh cursor stands
 * before the first value.
 *
 * <p>It shows what was visible when it was opened and is still live when it gets there. It pins the one segment that it
 * stands in, and for no longer than {@link TableOptions#cursorIdleMax()} after the last call of {@link #next()},
 * {@link #value()} or {@link #valueView()}. For one thread at a time. The accessors throw {@link IllegalStateException} where the cursor stands on no value.
 */
public interface Cursor extends AutoCloseable {

    /**
     * Steps to the next live value.
     *
     * @return false at the end
     * @throws CorruptionException if the next record is damaged, or bytes of which the records cannot be told; the call
     *     after that goes on behind it
     * @throws CursorIdleException if the last call was longer ago than {@link TableOptions#cursorIdleMax()} and the cursor
     *     has let go of its segment meanwhile
     */
    boolean next();

    /** A copy of the key. */
    byte[] key();

    /** The key, read-only, valid until the next call of {@link #next()} or {@link #close()}. */
    ByteBuffer keyView();

    /**
     * A copy of the value.
     *
     * @throws IllegalStateException if the cursor was opened for keys only
     * @throws IllegalArgumentException if the value is longer than an array can be; use {@link Table#getStream(byte[])}
     * @throws CorruptionException if the value is damaged
     */
    byte[] value();

    /**
     * The value, read-only, valid until the next call of {@link #next()} or {@link #close()}. Throws as {@link #value()}.
     */
    ByteBuffer valueView();

    /** The value's length in bytes, also when the cursor was opened for keys only. */
    long valueLength();

    /** When the value was put, in store time, to the millisecond. */
    Instant appendTime();

    /** When the value expires as the table's TTL stands; empty: never. */
    Optional<Instant> expiryTime();

    /** Lets go of the segment. Further calls do nothing; those of other methods throw {@link IllegalStateException}. */
    @Override
    void close();
}
