package dev.varve.index;

/**
 * What the index of a table holds, each figure read by itself.
 *
 * @param generations how many are published
 * @param bytes slabs of published generations
 * @param preparedBytes slabs of the generation being prepared
 * @param entries inserted into published generations, those whose segment is gone included
 * @param overflowEntries those of them that found both their buckets full
 * @param capacity how many entries the published generations take
 */
public record IndexStatistics(
        int generations, long bytes, long preparedBytes, long entries, long overflowEntries, long capacity) {}
