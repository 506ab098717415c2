package dev.varve.tools;

import dev.varve.internal.ExpiryRule;
import dev.varve.segments.SegmentTimes;
import dev.varve.segments.TableMeta;
import java.time.Instant;
import java.util.Optional;

/** When the values of a table expire, by the TTL that its metadata tells. */
record Expiry(long ttlMillis) {
    private static final String TTL = "ttl";

    /** Without metadata nothing is known to expire. */
    static Expiry of(Optional<TableMeta> meta) {
        return new Expiry(meta.map(each -> each.options().getOrDefault(TTL, 0L)).orElse(0L));
    }

    /** Empty: never. */
    Optional<Instant> ofRecord(long appendMillis, long ownTtlMillis) {
        return moment(ExpiryRule.recordExpiry(appendMillis, ttlMillis, ownTtlMillis));
    }

    /** When the last of a segment's values expires; empty: never, or it has none. */
    Optional<Instant> ofSegment(SegmentTimes times) {
        return moment(ExpiryRule.segmentExpiry(
                times.lastAppendMs(), times.lastPlainAppendMs(), times.latestOwnExpiryMs(), ttlMillis));
    }

    private static Optional<Instant> moment(long millis) {
        return millis == ExpiryRule.NEVER || millis == ExpiryRule.NONE
                ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(millis));
    }
}
