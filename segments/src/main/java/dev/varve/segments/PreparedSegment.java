package dev.varve.segments;

/**
 * A segment file that lies ready in its table's folder, header written and synced, and holds nothing.
 *
 * @param file open for writing
 * @param recycledLength bytes it has from a former life; 0 for a new file
 */
record PreparedSegment(SegmentHeader header, StoreFile file, long recycledLength) {}
