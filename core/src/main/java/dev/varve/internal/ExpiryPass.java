package dev.varve.internal;

import dev.varve.Metric;
import dev.varve.SegmentEvent;
import dev.varve.segments.Segment;

/**
 * One pass of expiry over one table: rolls lanes that have come of age, retires the segments that can go, oldest first, and
 * takes leases away that were left alone. Run by the expiry agent, or by a user's thread in its place.
 */
final class ExpiryPass {
    private final TableCore table;
    private final long nowMs;
    private long nextDueMs = ExpiryRule.NEVER;
    private int retired;

    ExpiryPass(TableCore table, long nowMs) {
        this.table = table;
        this.nowMs = nowMs;
    }

    /** Does all of it. */
    void run() {
        table.leases.takeAwayUnusedSince(nowMs - table.options().cursorIdleMax().toMillis());
        table.writer.rollByAge();
        Segment[] all = table.segments.snapshot();
        long excess = table.options().maxBytes() == 0
                ? 0
                : bytes(all) - table.options().maxBytes();
        for (Segment each : all) {
            if (!each.isSealed()) {
                continue;
            }
            long expiry = table.expiry.expiryMs(each);
            if (ExpiryRule.isExpired(expiry, nowMs)) {
                excess -= each.dataEnd();
                retire(each);
            } else {
                nextDueMs = Math.min(nextDueMs, expiry);
            }
        }
        evict(all, excess);
        if (retired > 0) {
            table.segmentsLeft();
        }
    }

    /** The oldest go first until the rest keeps to the bound; those that expired are counted already. */
    private void evict(Segment[] all, long excess) {
        long left = excess;
        for (int i = 0; i < all.length && left > 0; i++) {
            if (all[i].isSealed() && !all[i].isRetired()) {
                left -= all[i].dataEnd();
                retire(all[i]);
            }
        }
    }

    private void retire(Segment segment) {
        table.store.retirements.began(table, segment);
        SegmentEvent event = StoreEvents.event(table, segment);
        table.writer.retire(segment);
        table.counters.increment(Metric.SEGMENTS_EXPIRED);
        table.store.listener.segmentExpired(event);
        retired++;
    }

    private static long bytes(Segment[] all) {
        long sum = 0;
        for (Segment each : all) {
            sum += each.dataEnd();
        }
        return sum;
    }

    /** When the next of the segments seen expires. */
    long nextDueMs() {
        return nextDueMs;
    }

    /** How many segments went. */
    int retired() {
        return retired;
    }
}
