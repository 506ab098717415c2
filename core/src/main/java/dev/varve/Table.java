package dev.varve;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;

/**
 * A namespace of keys with its own time to live (TTL). A value is written once: it can be read from the moment {@code put}
 * returns until it expires, and it never changes.
 *
 * <p>All methods may be called from any thread. Key: 1 byte to 16 MiB - 1; value: 0 bytes to 4 GiB - 1. A buffer's bytes are
 * those from its position to its limit; a key's or a put value's buffer keeps its position and limit, a target's position
 * moves past what was copied. Neither arrays nor buffers are kept after a call.
 *
 * <p>Besides what each method names, every method throws {@link StoreClosedException} after the store was closed (all but
 * {@link #name()}) and {@link TableDroppedException} after the table was dropped. Every method that looks for a value
 * throws {@link CorruptionException} if the value's bytes are damaged, {@link DriveFaultException} if its drive has failed,
 * and {@link ReadFailedException} if its file could not be read this time. An interrupt does not end a read.
 *
 * <p>Every {@code put} throws {@link OutOfSpaceException} when no drive has room, {@link IndexFullException} when the
 * index has none, {@link PutTimeoutException} when the write buffers stayed full for the store's {@code putTimeout},
 * {@link PutInterruptedException} when the thread was interrupted while waiting for them, and {@link StoreFaultException}
 * when the store can no longer write. In all of these cases nothing was stored.
 */
public interface Table {

    /** The table's name. */
    String name();

    /** The options in force, run-time changes included. */
    TableOptions options();

    /**
     * Stores a value under a key that holds none. Visible to all threads on return, durable after the next {@link #flush()}.
     *
     * @return false if the key already held a live value, which stays as it is: of several threads that put one key at the
     *     same time exactly one gets true
     */
    default boolean put(byte[] key, byte[] value) {
        return put(key, value, PutOptions.DEFAULTS);
    }

    /** As {@link #put(byte[], byte[])}, with options. */
    boolean put(byte[] key, byte[] value, PutOptions options);

    /** As {@link #put(byte[], byte[])}, from heap or direct buffers. Allocates nothing. */
    default boolean put(ByteBuffer key, ByteBuffer value) {
        return put(key, value, PutOptions.DEFAULTS);
    }

    /** As {@link #put(ByteBuffer, ByteBuffer)}, with options. */
    boolean put(ByteBuffer key, ByteBuffer value, PutOptions options);

    /**
     * Puts every pair of a batch, in order, each atomic by itself. {@link Batch#stored(int)} tells what became of each.
     *
     * @return how many were stored; the other keys already held a live value
     */
    default int put(Batch batch) {
        return put(batch, PutOptions.DEFAULTS);
    }

    /**
     * As {@link #put(Batch)}; the options apply to every pair. If they ask for durability, the whole batch waits for one
     * flush. When it throws, {@link Batch#tried()} tells how many pairs were dealt with before.
     */
    default int put(Batch batch, PutOptions options) {
        return batch.putInto(this, options);
    }

    /**
     * Opens a stream that stores a value too large to hold in memory. The value becomes visible, whole, when the stream is
     * closed after exactly {@code valueLength} bytes; see {@link PutStream}. The key is copied.
     */
    PutStream putStream(byte[] key, long valueLength, PutOptions options);

    /**
     * A copy of the key's value.
     *
     * @return null if absent or expired
     * @throws IllegalArgumentException if the value is longer than an array can be; use {@link #getStream(byte[])}
     */
    byte[] get(byte[] key);

    /** As {@link #get(byte[])}. */
    byte[] get(ByteBuffer key);

    /**
     * Copies the key's value into a buffer. Allocates nothing.
     *
     * @return the value's length, or -1 if absent or expired
     * @throws TargetTooSmallException if less than the value's length remains in the target, which then stays as it was
     */
    int get(byte[] key, ByteBuffer target);

    /** As {@link #get(byte[], ByteBuffer)}. */
    int get(ByteBuffer key, ByteBuffer target);

    /**
     * A copy of the key's value if it can be had without touching a drive: it still is in the write buffers.
     *
     * @return null if absent, expired or not in memory
     */
    byte[] getIfInMemory(byte[] key);

    /**
     * As {@link #getIfInMemory(byte[])}, into a buffer. Allocates nothing.
     *
     * @return the value's length, or -1 if absent, expired or not in memory
     * @throws TargetTooSmallException as for {@link #get(byte[], ByteBuffer)}
     */
    int getIfInMemory(ByteBuffer key, ByteBuffer target);

    /**
     * Lets a reader look at the key's value in place, without a copy where there need be none.
     *
     * @return what the reader returned, or null if absent or expired
     * @throws IllegalArgumentException if the value is longer than a buffer can be; use {@link #getStream(byte[])}
     */
    <T> T read(byte[] key, ValueReader<T> reader);

    /** As {@link #read(byte[], ValueReader)}. */
    <T> T read(ByteBuffer key, ValueReader<T> reader);

    /**
     * As {@link #read(byte[], ValueReader)} for a number, without boxing. The rules of {@link ValueReader} hold.
     *
     * @return what the reader returned, or {@code ifAbsent}
     */
    long readLong(byte[] key, ToLongFunction<ByteBuffer> reader, long ifAbsent);

    /** As {@link #readLong(byte[], ToLongFunction, long)}. */
    long readLong(ByteBuffer key, ToLongFunction<ByteBuffer> reader, long ifAbsent);

    /**
     * A stream over the key's value, for values too large to hold in memory. It stays readable when the value expires
     * meanwhile. Close it; until then it pins the value's segment, though no longer than
     * {@link TableOptions#cursorIdleMax()} after the last call, and a call after that throws
     * {@link java.io.IOException}. Bytes are handed out before the checksum behind them is seen: if that does not match, the
     * read that would reach the end throws an {@link java.io.IOException} with a {@link CorruptionException} as its cause.
     * For one thread at a time.
     *
     * @return null if absent or expired
     */
    InputStream getStream(byte[] key);

    /**
     * Copies a part of the key's value: as much from {@code offset} on as there is and as remains in the target. Verifies
     * the record's header and key, not the value's checksum.
     *
     * @param offset in bytes from the value's start, at least 0
     * @return the number of bytes copied, 0 if the offset is at or past the value's end, or -1 if absent or expired
     */
    int getPart(byte[] key, long offset, ByteBuffer target);

    /** As {@link #getPart(byte[], long, ByteBuffer)}. */
    int getPart(ByteBuffer key, long offset, ByteBuffer target);

    /** Whether the key holds a live value. */
    boolean contains(byte[] key);

    /** As {@link #contains(byte[])}. */
    boolean contains(ByteBuffer key);

    /**
     * The length of the key's value in bytes.
     *
     * @return -1 if absent or expired
     */
    long valueLength(byte[] key);

    /** As {@link #valueLength(byte[])}. */
    long valueLength(ByteBuffer key);

    /**
     * Makes durable everything put into this table before the call. See {@link Store#flush()}. Under
     * {@link SyncMode#NEVER} the future completes once it was handed to the operating system.
     */
    CompletableFuture<Void> flush();

    /**
     * A cursor over the values that were live and visible at this call, in the order of their append: by segment, within
     * one in append order, and across the lanes of the table by time to within one segment. Close it.
     */
    Cursor cursor(CursorOptions options);

    /** The time to live in force; zero: values never expire. */
    Duration ttl();

    /**
     * Changes the time to live, also of what is stored, and keeps it over restarts. Shortening expires values at once;
     * lengthening can bring back those whose segment has not left yet.
     *
     * @param ttl zero for never, or 1 second to 365,000 days
     */
    void ttl(Duration ttl);

    /** The limit of {@link #maxBytes(long)} in force; 0: none. */
    long maxBytes();

    /**
     * Limits the bytes of this table's segment files, kept over restarts: beyond it the oldest segments go first, expired or
     * not. It is held to within one segment per lane.
     *
     * @param maxBytes in bytes, at least 16 MiB; 0 for no limit
     */
    void maxBytes(long maxBytes);

    /**
     * Bytes of keys and values stored: exact over published segments, values past their TTL included until their segment
     * leaves, which is at most TTL/16 and a segment per lane later. Cheap.
     */
    long size();

    /** Values stored; counts as {@link #size()} does. Cheap. */
    long keyCount();

    /** Live values, counted by a scan over the table's keys. */
    long countLive();

    /** Statistics of this table, as of now. */
    TableMetrics metrics();

    /** Seals the active segments; the next puts start new ones. Does nothing where a segment is empty. */
    void roll();
}
