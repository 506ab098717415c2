package dev.varve.segments;

import java.util.UUID;

/** Whose a segment file is: what stays the same for all segments of a lane. */
public record SegmentOwner(UUID storeId, int tableId, int driveId, int lane) {}
