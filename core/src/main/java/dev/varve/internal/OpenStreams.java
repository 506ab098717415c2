package dev.varve.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The put streams of a table that have a segment of their own and are not finished. They matter to the index, whose newest
 * generation must not begin above their segments, and to close. Any thread, under this object's monitor.
 */
final class OpenStreams {
    private final Set<SegmentPut> open = new HashSet<>();

    synchronized void add(SegmentPut put) {
        open.add(put);
    }

    synchronized void remove(SegmentPut put) {
        open.remove(put);
    }

    /** No stream's segment has a lower sequence; {@code otherwise} if there is none. */
    synchronized long lowestSequence(long otherwise) {
        long lowest = otherwise;
        for (SegmentPut put : open) {
            lowest = Math.min(lowest, put.lowestSequence());
        }
        return lowest;
    }

    /** Gives up all of them; the table is closed. */
    void abortAll() {
        List<SegmentPut> all;
        synchronized (this) {
            all = new ArrayList<>(open);
        }
        for (SegmentPut put : all) {
            put.abort();
        }
    }
}
