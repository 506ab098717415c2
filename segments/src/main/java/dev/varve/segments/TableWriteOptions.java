package dev.varve.segments;

/**
 * How a table writes.
 *
 * @param targetLength bytes at which a segment is ended
 * @param ttlMs the table's TTL in milliseconds, 0 for never
 * @param direct whether writes bypass the page cache, where the drive can
 * @param syncs whether a flush syncs; false: it only writes
 */
public record TableWriteOptions(long targetLength, long ttlMs, boolean direct, boolean syncs) {}
