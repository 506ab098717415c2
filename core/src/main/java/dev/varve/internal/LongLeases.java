package dev.varve.internal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The leases of a table that are held over several calls, so that none can pin a segment for ever. Any thread. */
final class LongLeases {
    private final Set<HeldLease> held = ConcurrentHashMap.newKeySet();

    void add(HeldLease lease) {
        held.add(lease);
    }

    void remove(HeldLease lease) {
        held.remove(lease);
    }

    /** Takes away those that were not used since then. */
    void takeAwayUnusedSince(long sinceMs) {
        for (HeldLease lease : held) {
            lease.takeAwayIfUnusedSince(sinceMs);
        }
    }

    /** Takes away all; the table is closed. */
    void takeAwayAll() {
        for (HeldLease lease : held) {
            lease.takeAway();
        }
    }
}
