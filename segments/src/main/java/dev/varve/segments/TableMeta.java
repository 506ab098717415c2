package dev.varve.segments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What {@code table.meta} says, the same on every drive.
 *
 * @param storeId of the store that the table belongs to
 * @param tableId never given to another table
 * @param options by name, as the public API defines them; unknown ones are kept
 * @param hashSeed secret seed of the key hash
 * @param revision the highest wins
 * @param sequenceReserved sequences below it may have been used
 * @param abandonedEnds where segments were given up
 */
public record TableMeta(
        UUID storeId,
        int tableId,
        String name,
        SortedMap<String, Long> options,
        long hashSeed,
        long revision,
        long sequenceReserved,
        List<SegmentEnd> abandonedEnds) {
    /** How far the reservation of sequences runs ahead. */
    public static final long RESERVATION = 1024;

    public TableMeta {
        options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
        abandonedEnds = List.copyOf(abandonedEnds);
    }

    public TableMeta withOptions(Map<String, Long> newOptions) {
        return new TableMeta(
                storeId, tableId, name, new TreeMap<>(newOptions), hashSeed, revision, sequenceReserved, abandonedEnds);
    }

    public TableMeta withSequenceReserved(long sequence) {
        return new TableMeta(storeId, tableId, name, options, hashSeed, revision, sequence, abandonedEnds);
    }

    /** The earlier end of a segment stays. */
    public TableMeta withAbandonedEnd(SegmentEnd end) {
        List<SegmentEnd> ends = new ArrayList<>();
        long offset = end.offset();
        for (SegmentEnd each : abandonedEnds) {
            if (each.sequence() == end.sequence()) {
                offset = Math.min(offset, each.offset());
            } else {
                ends.add(each);
            }
        }
        ends.add(new SegmentEnd(end.sequence(), offset));
        return withAbandonedEnds(ends);
    }

    public TableMeta withAbandonedEnds(List<SegmentEnd> ends) {
        return new TableMeta(storeId, tableId, name, options, hashSeed, revision, sequenceReserved, ends);
    }

    TableMeta withRevision(long newRevision) {
        return new TableMeta(storeId, tableId, name, options, hashSeed, newRevision, sequenceReserved, abandonedEnds);
    }

    /** Where the segment was given up, or {@link Long#MAX_VALUE}. */
    public long abandonedEnd(long sequence) {
        for (SegmentEnd end : abandonedEnds) {
            if (end.sequence() == sequence) {
                return end.offset();
            }
        }
        return Long.MAX_VALUE;
    }
}
