package dev.varve.segments;

/** Where a segment was given up after a failed write or sync: nothing at or above this offset of it counts. */
public record SegmentEnd(long sequence, long offset) {}
