package dev.varve;

import java.nio.file.Path;

/**
 * A segment, as told to a {@link StoreListener}.
 *
 * @param table the name of its table
 * @param file its file when this happened
 * @param sequence its number, rising over time within the table
 * @param fileBytes the length of its file in bytes
 * @param valueCount the number of values in it
 */
public record SegmentEvent(String table, Path file, long sequence, long fileBytes, long valueCount) {}
