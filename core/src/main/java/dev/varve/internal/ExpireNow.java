package dev.varve.internal;

import dev.varve.segments.Segment;

/**
 * A whole pass of expiry, by the thread that asks for it: what has come of age is rolled, what is wholly expired is sealed and
 * retired, and its file is given away.
 */
final class ExpireNow {
    private static final long TIMEOUT_MS = 10_000;

    private final StoreCore store;

    ExpireNow(StoreCore store) {
        this.store = store;
    }

    void run() {
        store.expiryAgent.passNow();
        store.retirements.await(this::areSealed, TIMEOUT_MS);
        store.expiryAgent.passNow();
        store.retirements.await(store.retirements::areDone, TIMEOUT_MS);
    }

    /** Whether no segment that is wholly expired waits for its seal. */
    private boolean areSealed() {
        long nowMs = store.time.now();
        for (TableCore table : store.catalog.all()) {
            for (Segment each : table.segments.snapshot()) {
                long expiry = table.expiry.expiryMs(each);
                boolean over = expiry != ExpiryRule.NONE && ExpiryRule.isExpired(expiry, nowMs);
                if (over && !each.isSealed() && each.drive().fault() == null) {
                    return false;
                }
            }
        }
        return true;
    }
}
