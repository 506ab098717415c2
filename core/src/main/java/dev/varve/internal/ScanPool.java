package dev.varve.internal;

import dev.varve.segments.SegmentFileScan;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Scans that nobody uses now; each has a megabyte of direct memory, which the JDK gives back only when it likes. Any thread. */
final class ScanPool {
    private final ConcurrentLinkedQueue<SegmentFileScan> idle = new ConcurrentLinkedQueue<>();

    SegmentFileScan take() {
        SegmentFileScan scan = idle.poll();
        return scan == null ? new SegmentFileScan() : scan;
    }

    void give(SegmentFileScan scan) {
        idle.add(scan);
    }
}
