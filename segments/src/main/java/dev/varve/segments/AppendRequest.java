package dev.varve.segments;

import java.nio.ByteBuffer;

/**
 * What one append is given. Made once per thread and used again and again, so that a put allocates nothing. Not
 * thread-safe; the buffers are read from position to limit and never moved.
 */
public final class AppendRequest {
    private static final int HELD_WEIGHT = 16;
    private static final int CONTENTION_MAX = 512;
    private static final int APPENDS_APART = 8192;

    private long hash;
    private ByteBuffer key;
    private ByteBuffer value;
    private long appendMs;
    private long ownTtlMs;
    private int chunksReserved;
    private long recordEnd;

    /** Which lane of a drive is tried first. */
    private int firstLane;
    /** Appends for which that stays so. */
    private int appendsToStay;
    /** Rises when the lane's lock was held by another, falls when it was free. */
    private int contention;

    /** The pair to append, and the key's hash as the key directory will list it. */
    public AppendRequest set(long hash, ByteBuffer key, ByteBuffer value) {
        this.hash = hash;
        this.key = key;
        this.value = value;
        return this;
    }

    /**
     * @param appendMs store time of the append
     * @param ownTtlMs how long this value lives if shorter than the table's; 0: as the table says
     */
    public AppendRequest times(long appendMs, long ownTtlMs) {
        this.appendMs = appendMs;
        this.ownTtlMs = ownTtlMs;
        return this;
    }

    /** Lets go of the caller's buffers. */
    public void clear() {
        key = null;
        value = null;
    }

    public long hash() {
        return hash;
    }

    public ByteBuffer key() {
        return key;
    }

    public ByteBuffer value() {
        return value;
    }

    public long appendMs() {
        return appendMs;
    }

    public long ownTtlMs() {
        return ownTtlMs;
    }

    /** Chunks reserved for this append and not yet taken; what is left after it goes back by {@link WritePool#unreserve}. */
    public int chunksReserved() {
        return chunksReserved;
    }

    public void chunksReserved(int chunks) {
        chunksReserved = chunks;
    }

    /** The lane to try first, of so many. */
    int firstLane(int laneCount) {
        if (appendsToStay > 0 && --appendsToStay == 0) {
            firstLane = 0;
        }
        return firstLane < laneCount ? firstLane : firstLane % laneCount;
    }

    void foundLaneFree() {
        if (contention > 0) {
            contention--;
        }
    }

    /** Threads that keep meeting at one lane part for a while: each then has the lane's lines in its own cache. */
    void foundLaneHeld() {
        contention += HELD_WEIGHT;
        if (contention > CONTENTION_MAX) {
            contention = 0;
            firstLane++;
            appendsToStay = APPENDS_APART;
        }
    }

    /** Where in its segment the record just appended ends. */
    public long recordEnd() {
        return recordEnd;
    }

    void recordEnd(long offset) {
        recordEnd = offset;
    }

    /** Length of the whole record, in bytes. */
    public long recordLength() {
        return RecordLayout.recordLength(key.remaining(), value.remaining(), ownTtlMs != 0);
    }
}
