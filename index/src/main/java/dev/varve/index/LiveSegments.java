package dev.varve.index;

/** Knows which segments of the table are left. */
@FunctionalInterface
public interface LiveSegments {
    /**
     * Whether any segment of a range is active, sealed, or yet to be opened.
     *
     * @param lowestSequence the first of the range
     * @param highestSequence the last of the range, included
     */
    boolean anyLive(long lowestSequence, long highestSequence);
}
