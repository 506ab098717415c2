package dev.varve.tools;

import dev.varve.segments.SegmentLook;
import dev.varve.segments.SegmentPlace;
import dev.varve.segments.SegmentTimes;
import dev.varve.segments.SegmentTotals;
import java.time.Instant;
import java.util.Optional;

/**
 * One segment, as it is reported.
 *
 * @param expires when its last value does; empty: never, or it has none
 */
record SegmentReport(SegmentPlace place, SegmentLook.Summary summary, Optional<Instant> expires) {

    boolean isSealed() {
        return summary.state() == SegmentLook.State.SEALED;
    }

    boolean isActive() {
        return summary.state() == SegmentLook.State.ACTIVE;
    }

    String state() {
        if (isActive()) {
            return totals().valueCount() == 0 ? "empty" : "active";
        }
        return summary.state().name().toLowerCase(java.util.Locale.ROOT);
    }

    SegmentTotals totals() {
        return summary.totals();
    }

    Optional<Instant> firstPut() {
        return moment(totals().times().firstAppendMs());
    }

    Optional<Instant> lastPut() {
        return moment(totals().times().lastAppendMs());
    }

    private static Optional<Instant> moment(long millis) {
        return millis == SegmentTimes.NONE ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    boolean isExpired(long nowMillis) {
        return expires.isPresent() && expires.get().toEpochMilli() <= nowMillis;
    }

    long fileLength() {
        return summary.fileLength();
    }
}
