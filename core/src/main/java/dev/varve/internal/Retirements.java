package dev.varve.internal;

import dev.varve.segments.Segment;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The segments that left their tables and whose files are still there, with the time when they left. Changed by whoever
 * retires a segment and by the agents that give files away, under this object's monitor.
 */
final class Retirements {
    private final StoreTime time;
    private final Map<Segment, Retired> pending = new HashMap<>();

    private record Retired(TableCore table, long sinceMs) {}

    /** What retired segments hold because of readers. */
    record Leased(int segments, long bytes, long oldestAgeMs) {}

    Retirements(StoreTime time) {
        this.time = time;
    }

    synchronized void began(TableCore table, Segment segment) {
        pending.put(segment, new Retired(table, time.now()));
    }

    /** The file was recycled, or will be deleted. */
    synchronized void ended(Segment segment) {
        pending.remove(segment);
        notifyAll();
    }

    /** Something has changed that {@link #await} may wait for. */
    synchronized void changed() {
        notifyAll();
    }

    /** Asked under the monitor. */
    @FunctionalInterface
    interface Condition {
        boolean holds();
    }

    /** Waits until that holds, though not for ever: a drive may be full or have failed. An interrupt ends the wait. */
    synchronized void await(Condition condition, long timeoutMs) {
        long waited = 0;
        while (!condition.holds() && waited < timeoutMs) {
            try {
                TimeUnit.MILLISECONDS.timedWait(this, WAIT_MS);
                waited += WAIT_MS;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static final long WAIT_MS = 20;

    /** Whether every segment that left has given its file away, or has a reader. */
    synchronized boolean areDone() {
        for (Segment each : pending.keySet()) {
            if (each.leases() == 0 && each.drive().fault() == null) {
                return false;
            }
        }
        return true;
    }

    synchronized int count(TableCore of) {
        int count = 0;
        for (Retired each : pending.values()) {
            count += of == null || each.table() == of ? 1 : 0;
        }
        return count;
    }

    /** Of one table, or of all if null. */
    synchronized Leased leased(TableCore of) {
        int segments = 0;
        long bytes = 0;
        long oldest = 0;
        for (Map.Entry<Segment, Retired> each : pending.entrySet()) {
            if (each.getKey().leases() > 0 && (of == null || each.getValue().table() == of)) {
                segments++;
                bytes += each.getKey().fileLength();
                oldest = Math.max(oldest, ExpiryRule.age(each.getValue().sinceMs(), time.now()));
            }
        }
        return new Leased(segments, bytes, oldest);
    }
}
