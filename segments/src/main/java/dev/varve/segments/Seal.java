package dev.varve.segments;

/**
 * What the seal of a segment says.
 *
 * @param header a copy of the creation block
 * @param dataEnd where the last record ends; nothing behind it is read
 * @param lastKeyDirectoryOffset where the chain of key directories begins, 0 for none
 */
public record Seal(SegmentHeader header, long dataEnd, long lastKeyDirectoryOffset, SegmentTotals totals) {}
