package dev.varve.internal;

import dev.varve.segments.Address;
import dev.varve.segments.CorruptException;
import dev.varve.segments.Segment;
import dev.varve.segments.SegmentFileScan;
import java.io.IOException;

/**
 * Walks over the live records of a table as they were when it began, by segment, in append order within one. Holds a lease on
 * the segment it stands in. For one thread at a time.
 */
final class SegmentWalk {
    private final TableCore table;
    private final SegmentPositions positions;
    private final long fromMs;
    private final SegmentFileScan scan;
    private final Supersession supersession;
    private int next;
    private HeldLease lease;

    /** Passes over records that were appended before a time. */
    SegmentWalk(TableCore table, long fromMs) {
        this.table = table;
        this.fromMs = fromMs;
        positions = SegmentPositions.capture(table.segments);
        scan = table.store.scans.take();
        supersession = new Supersession(table);
    }

    /** The lease on the segment that the walk stands in, within a call; null at the beginning and at the end. */
    HeldLease lease() {
        return lease;
    }

    /** The record that the walk stands on. */
    SegmentFileScan record() {
        return scan;
    }

    Segment segment() {
        return lease.segment();
    }

    long appendMs() {
        return table.expiry.appendMs(segment(), scan.appendMs() - segment().createdMs());
    }

    /**
     * Steps to the next live record; false at the end.
     *
     * @throws CorruptException at bytes that are no record; the call after that goes on behind them
     */
    boolean step() throws IOException {
        while (lease != null || nextSegment()) {
            SegmentFileScan.Found found = scan.next();
            if (found == SegmentFileScan.Found.VALUE) {
                if (isWanted()) {
                    return true;
                }
            } else if (found == SegmentFileScan.Found.DAMAGE) {
                throw damage();
            } else if (found == SegmentFileScan.Found.END) {
                leave();
            }
        }
        return false;
    }

    private boolean isWanted() throws IOException {
        long appendMs = appendMs();
        return appendMs >= fromMs
                && !table.expiry.isExpired(appendMs, scan.ownTtlMs(), table.time.now())
                && !supersession.isSuperseded(scan.key(), Address.of(segment().sequence(), scan.offset()), appendMs);
    }

    private IOException damage() {
        IOException unreadable = scan.unreadable();
        return unreadable != null
                ? unreadable
                : new CorruptException(
                        segment().path().toString(),
                        scan.offset(),
                        "a record",
                        scan.end() - scan.offset() + " bytes that are none");
    }

    private boolean nextSegment() {
        long nowMs = table.time.now();
        while (next < positions.count()) {
            Segment segment = table.segments.get(positions.sequence(next));
            long end = positions.end(next);
            next++;
            if (segment == null || isOld(segment) || table.expiry.isOver(segment, nowMs) || !segment.acquire()) {
                continue;
            }
            lease = new HeldLease(table, segment);
            scan.start(
                    segment,
                    segment.header(),
                    dev.varve.segments.RecordLayout.DATA_START,
                    Math.min(end, segment.dataEnd()),
                    false);
            return true;
        }
        return false;
    }

    private boolean isOld(Segment segment) {
        return segment.isSealed() && segment.tally().lastAppendMs() < fromMs;
    }

    private void leave() {
        lease.end();
        lease = null;
    }

    /** Ends the walk; once. */
    void close() {
        if (lease != null) {
            leave();
        }
        next = positions.count();
        table.store.scans.give(scan);
    }
}
