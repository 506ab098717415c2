package dev.varve.internal;

import dev.varve.segments.Segment;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A lease that a stream or cursor holds over several calls. Between two calls it may be taken away: by the expiry agent when
 * it was left alone for too long, or by the close of the table. During a call it is safe.
 *
 * <p>The state moves by compare-and-set, by the owner's thread and by whoever takes the lease away.
 */
final class HeldLease {
    private static final int IDLE = 0;
    private static final int IN_USE = 1;
    private static final int ENDED = 2;
    private static final int TAKEN_AWAY = 3;
    private static final int STATE_MASK = 3;
    private static final int ONE_CALL = 4;

    private final TableCore table;
    private final Segment segment;
    /** What it is, and above that how many calls there were, so that what was seen idle is not taken away after another call. */
    private final AtomicLong state = new AtomicLong(IN_USE);

    private volatile long lastUsedMs;

    /** Takes over a lease that the caller has; the caller is within a call, which {@link #exit()} ends. */
    HeldLease(TableCore table, Segment segment) {
        this.table = table;
        this.segment = segment;
        table.leases.add(this);
    }

    Segment segment() {
        return segment;
    }

    /** Begins a call; false if the lease was taken away. */
    boolean enter() {
        long now = state.get();
        return is(now, IDLE) && state.compareAndSet(now, now + IN_USE);
    }

    /** Ends a call. */
    void exit() {
        lastUsedMs = table.time.now();
        long now = state.get();
        if (is(now, IN_USE)) {
            state.compareAndSet(now, now - IN_USE + ONE_CALL);
        }
        if (!table.isOpen()) {
            takeAway();
        }
    }

    /** Gives the lease back, by its owner, within a call or not. */
    void end() {
        long before = state.getAndSet(ENDED);
        if (is(before, IDLE) || is(before, IN_USE)) {
            letGo();
        }
    }

    /** Takes the lease away if no call was made since then. */
    void takeAwayIfUnusedSince(long sinceMs) {
        long now = state.get();
        if (is(now, IDLE) && lastUsedMs < sinceMs && state.compareAndSet(now, TAKEN_AWAY)) {
            letGo();
        }
    }

    /** Takes the lease away unless a call is under way, which will see to it itself if the table is closed. */
    void takeAway() {
        takeAwayIfUnusedSince(Long.MAX_VALUE);
    }

    private static boolean is(long state, int what) {
        return (state & STATE_MASK) == what;
    }

    private void letGo() {
        table.leases.remove(this);
        segment.release();
    }
}
