package dev.varve.internal;

import dev.varve.segments.Segment;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A lease that a stream or cursor holds over several calls. Between two calls it may be taken away: by the expiry agent when
 * it was left alone for too long, or by the close of the table. During a call it is safe.
 *
 * <p>The state moves by compare-and-set, by the owner's thread and by whoever takes the lease away. It counts the calls, so
 * that a lease found idle for long is not taken away if a call has come and gone meanwhile.
 */
final class HeldLease {
    private static final long ENDED = -1;
    private static final long TAKEN_AWAY = -2;

    private final TableCore table;
    private final Segment segment;
    /** Even between two calls, odd within one, and one more each time; negative when it is over. */
    private final AtomicLong state = new AtomicLong(1);

    private volatile long lastUsedMs;

    /** Takes over a lease that the caller has; the caller is within a call, which {@link #exit()} ends. */
    HeldLease(TableCore table, Segment segment) {
        this.table = table;
        this.segment = segment;
        lastUsedMs = table.time.now();
        table.leases.add(this);
    }

    Segment segment() {
        return segment;
    }

    /** Begins a call; false if the lease was taken away. */
    boolean enter() {
        long before = state.get();
        return isIdle(before) && state.compareAndSet(before, before + 1);
    }

    /** Ends a call. */
    void exit() {
        lastUsedMs = table.time.now();
        long before = state.get();
        if (before >= 0) {
            state.compareAndSet(before, before + 1);
        }
        if (!table.isOpen()) {
            takeAway();
        }
    }

    /** Gives the lease back, by its owner, within a call or not. */
    void end() {
        if (state.getAndSet(ENDED) >= 0) {
            letGo();
        }
    }

    /** Takes the lease away if no call was made since then. */
    void takeAwayIfUnusedSince(long sinceMs) {
        // In this order: the time is at least as new as the state, and a call since then has changed the state.
        long before = state.get();
        if (isIdle(before) && lastUsedMs < sinceMs) {
            takeAway(before);
        }
    }

    /** Takes the lease away unless a call is under way, which will see to it itself if the table is closed. */
    void takeAway() {
        long before = state.get();
        while (isIdle(before) && !takeAway(before)) {
            before = state.get();
        }
    }

    private boolean takeAway(long idle) {
        boolean taken = state.compareAndSet(idle, TAKEN_AWAY);
        if (taken) {
            letGo();
        }
        return taken;
    }

    private static boolean isIdle(long state) {
        return state >= 0 && (state & 1) == 0;
    }

    private void letGo() {
        table.leases.remove(this);
        segment.release();
    }
}
