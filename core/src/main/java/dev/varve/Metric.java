package dev.varve;

/**
 * What {@link StoreMetrics} and {@link TableMetrics} count. Totals count from open and never fall; the others say how things
 * stand. Counts are exact in the long run but may lag calls under way on other threads.
 */
public enum Metric {
    /** Values stored. */
    PUTS(Unit.COUNT, true),
    /** Puts that found a live value under their key. */
    PUTS_REFUSED(Unit.COUNT, true),
    /** Look-ups of any kind: get, read, contains, valueLength, streams, parts. */
    GETS(Unit.COUNT, true),
    /** Look-ups that found a live value. */
    HITS(Unit.COUNT, true),
    /** Look-ups that found none. */
    MISSES(Unit.COUNT, true),
    /** Look-ups that failed: damage, a failed drive, an unreadable file. */
    READS_FAILED(Unit.COUNT, true),
    /** Flushes asked for, durable puts included. */
    FLUSHES(Unit.COUNT, true),
    /** Syncs of segment files. */
    SYNCS(Unit.COUNT, true),
    /** Bytes of keys and values stored. */
    BYTES_PUT(Unit.BYTES, true),
    /** Bytes of values handed out. */
    BYTES_GOT(Unit.BYTES, true),
    /** Bytes written to segment files, headers, padding and rewritten blocks included. */
    BYTES_WRITTEN(Unit.BYTES, true),
    /** Puts that had to wait for room in the write buffers. */
    PUT_WAITS(Unit.COUNT, true),
    /** How long they waited, added up. */
    PUT_WAIT_TIME(Unit.NANOSECONDS, true),
    /** Segments that left because of TTL or {@code maxBytes}. */
    SEGMENTS_EXPIRED(Unit.COUNT, true),
    /** New segments that were given a spare file. */
    SEGMENTS_RECYCLED(Unit.COUNT, true),
    /** Segment files deleted. */
    SEGMENTS_DELETED(Unit.COUNT, true),
    /**
     * Bytes of expired segment files that something else still linked to when they left, such as a snapshot: the drive has
     * them until those links are deleted too.
     */
    DISK_LINKED(Unit.BYTES, true),

    /** Segments that take values. */
    SEGMENTS_ACTIVE(Unit.COUNT, false),
    /** Segments that are full and live. */
    SEGMENTS_SEALED(Unit.COUNT, false),
    /** Segments that left and wait for their readers. */
    SEGMENTS_RETIRED(Unit.COUNT, false),
    /** Spare files waiting to be segments again. A table has none of its own. */
    SPARES(Unit.COUNT, false),
    /** Values stored; see {@link Table#keyCount()}. */
    KEYS(Unit.COUNT, false),
    /** Bytes of keys and values stored; see {@link Table#size()}. */
    SIZE(Unit.BYTES, false),
    /** When the oldest stored value was put, since 1970; {@link Long#MAX_VALUE}: nothing is stored. */
    OLDEST_TIME(Unit.MILLISECONDS, false),
    /** When the newest stored value was put, since 1970; {@link Long#MIN_VALUE}: nothing is stored. */
    NEWEST_TIME(Unit.MILLISECONDS, false),
    /** Bytes of segment files that hold live values. */
    DISK_LIVE(Unit.BYTES, false),
    /** Bytes of expired values in segments that still hold live ones. Estimated from the times of their segments. */
    DISK_EXPIRED(Unit.BYTES, false),
    /** Bytes of retired segment files that a reader, stream or cursor still pins. */
    DISK_LEASED(Unit.BYTES, false),
    /** How long ago the first of the retired segments left that are still pinned. */
    OLDEST_LEASE_AGE(Unit.MILLISECONDS, false),
    /** Bytes of spare files. A table has none of its own. */
    DISK_SPARE(Unit.BYTES, false),
    /** Bytes of files waiting for their deletion. */
    DISK_DELETING(Unit.BYTES, false),
    /** Off-heap bytes taken by the index. */
    INDEX_BYTES(Unit.BYTES, false),
    /** Index generations. */
    INDEX_GENERATIONS(Unit.COUNT, false),
    /** Entries of the index, those of expired values included. */
    INDEX_ENTRIES(Unit.COUNT, false),
    /** Bytes of write buffers in use. A table has none of its own. */
    BUFFER_BYTES_IN_USE(Unit.BYTES, false),
    /** Files held open. A table has none of its own. */
    OPEN_FILES(Unit.COUNT, false),
    /** Difference between wall clock and store time that is not (yet) followed; negative: the wall clock is behind. */
    CLOCK_DIFFERENCE(Unit.MILLISECONDS, false);

    /** What a metric's number counts. */
    public enum Unit {
        /** Things. */
        COUNT,
        /** Bytes. */
        BYTES,
        /** Milliseconds. */
        MILLISECONDS,
        /** Nanoseconds. */
        NANOSECONDS
    }

    private final Unit unit;
    private final boolean total;

    Metric(Unit unit, boolean total) {
        this.unit = unit;
        this.total = total;
    }

    /** What its number counts. */
    public Unit unit() {
        return unit;
    }

    /** Whether it counts from open and never falls. */
    public boolean isTotal() {
        return total;
    }
}
