package dev.varve.internal;

import static dev.varve.internal.ExpiryRule.NEVER;
import static dev.varve.internal.ExpiryRule.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ExpiryRuleTest {
    private static final long NOW = 1_767_225_600_000L;
    private static final long CENTURY = Duration.ofDays(36_525).toMillis();

    @Test
    void recordExpiresAtTheShorterOfBoth() {
        assertEquals(NOW + 10, ExpiryRule.recordExpiry(NOW, 10, 0));
        assertEquals(NOW + 5, ExpiryRule.recordExpiry(NOW, 10, 5));
        assertEquals(NOW + 10, ExpiryRule.recordExpiry(NOW, 10, 50));
        assertEquals(NOW + 5, ExpiryRule.recordExpiry(NOW, 0, 5));
        assertEquals(NOW + 1, ExpiryRule.recordExpiry(NOW, 1, 0));
        assertEquals(NOW + CENTURY, ExpiryRule.recordExpiry(NOW, CENTURY, 0));
    }

    @Test
    void recordWithoutTtlNeverExpires() {
        assertEquals(NEVER, ExpiryRule.recordExpiry(NOW, 0, 0));
        assertFalse(ExpiryRule.isExpired(NEVER, Long.MAX_VALUE));
    }

    @Test
    void hugeTtlDoesNotOverflow() {
        assertEquals(NEVER, ExpiryRule.recordExpiry(NOW, Long.MAX_VALUE, 0));
        assertEquals(NEVER, ExpiryRule.recordExpiry(NOW, Long.MAX_VALUE - 1, 0));
        assertEquals(NEVER, ExpiryRule.recordExpiry(NOW, Long.MAX_VALUE - NOW + 1, 0));
        assertEquals(Long.MAX_VALUE - 1, ExpiryRule.recordExpiry(NOW, Long.MAX_VALUE - NOW - 1, 0));
        assertEquals(NOW + 7, ExpiryRule.recordExpiry(NOW, Long.MAX_VALUE, 7));
    }

    @Test
    void boundaryIsExact() {
        long expiry = ExpiryRule.recordExpiry(NOW, 1_000, 0);
        assertFalse(ExpiryRule.isExpired(expiry, NOW + 999));
        assertTrue(ExpiryRule.isExpired(expiry, NOW + 1_000));
    }

    @Test
    void segmentWaitsForPlainAndOwnTtlRecords() {
        assertEquals(NOW + 100, ExpiryRule.segmentExpiry(NOW, NOW, NONE, 100));
        // Only records with own TTL: the table's TTL from the last plain record has no say.
        assertEquals(NOW + 7, ExpiryRule.segmentExpiry(NOW, NONE, NOW + 7, 100));
        assertEquals(NOW + 90, ExpiryRule.segmentExpiry(NOW, NOW - 10, NOW + 7, 100));
        assertEquals(NOW + 95, ExpiryRule.segmentExpiry(NOW, NOW - 10, NOW + 95, 100));
    }

    @Test
    void shortenedTtlHoldsForOwnTtlRecordsToo() {
        assertEquals(NOW + 100, ExpiryRule.segmentExpiry(NOW, NONE, NOW + 5_000, 100));
    }

    @Test
    void segmentOfTableWithoutTtl() {
        assertEquals(NEVER, ExpiryRule.segmentExpiry(NOW, NOW, NONE, 0));
        assertEquals(NOW + 7, ExpiryRule.segmentExpiry(NOW, NONE, NOW + 7, 0));
        assertEquals(NEVER, ExpiryRule.segmentExpiry(NOW, NOW - 1, NOW + 7, 0));
        assertEquals(NEVER, ExpiryRule.segmentExpiry(NOW, NOW, NONE, Long.MAX_VALUE));
    }

    @Test
    void emptySegmentHasNothingToWaitFor() {
        assertEquals(NONE, ExpiryRule.segmentExpiry(NONE, NONE, NONE, 100));
        assertTrue(ExpiryRule.isExpired(NONE, NOW));
        assertEquals(NONE, ExpiryRule.segmentExpiry(NONE, NONE, NONE, 0));
    }

    @Property
    void segmentGoesNotBeforeItsLastRecordAndNotLater(
            @ForAll int first, @ForAll int second, @ForAll int own, @ForAll long ttl) {
        long a = NOW + first;
        long b = NOW + second;
        long ownTtl = Math.abs((long) own) + 1;
        long tableTtl = ttl == Long.MIN_VALUE ? 0 : Math.abs(ttl) >>> (own & 63);
        long expected = Math.max(ExpiryRule.recordExpiry(a, tableTtl, 0), ExpiryRule.recordExpiry(b, tableTtl, ownTtl));
        long segment = ExpiryRule.segmentExpiry(Math.max(a, b), a, b + ownTtl, tableTtl);
        assertTrue(segment >= expected, "a record would go before its time");
        if (b >= a) {
            assertEquals(expected, segment);
        }
    }

    @Test
    void rollAgeIsASixteenthWithinBounds() {
        assertEquals(
                Duration.ofDays(14).toMillis() / 16,
                ExpiryRule.rollAge(Duration.ofDays(14).toMillis(), 0));
        assertEquals(10_000, ExpiryRule.rollAge(1, 0));
        assertEquals(10_000, ExpiryRule.rollAge(160_000, 0));
        assertEquals(10_001, ExpiryRule.rollAge(160_016, 0));
        assertEquals(ExpiryRule.ROLL_AGE_MAX, ExpiryRule.rollAge(0, 0));
        assertEquals(ExpiryRule.ROLL_AGE_MAX, ExpiryRule.rollAge(CENTURY, 0));
        assertEquals(ExpiryRule.ROLL_AGE_MAX, ExpiryRule.rollAge(Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void ownTtlMakesLanesRollSooner() {
        assertEquals(100_000, ExpiryRule.rollAge(Duration.ofDays(14).toMillis(), 1_600_000));
        assertEquals(100_000, ExpiryRule.rollAge(0, 1_600_000));
        assertEquals(10_000, ExpiryRule.rollAge(0, 1_000));
    }

    @Test
    void appendTimeOfEveryRecordFitsItsField() {
        assertTrue(ExpiryRule.ROLL_AGE_MAX < 1L << 32);
    }

    @Test
    void ageIsNeverNegative() {
        assertEquals(5, ExpiryRule.age(NOW - 5, NOW));
        assertEquals(0, ExpiryRule.age(NOW, NOW));
        assertEquals(0, ExpiryRule.age(NOW + 5, NOW));
        assertEquals(NEVER, ExpiryRule.age(Long.MIN_VALUE, NOW));
        assertEquals(0, ExpiryRule.age(Long.MAX_VALUE, Long.MIN_VALUE));
    }

    @Test
    void boundedTableHasShorterSegments() {
        long gib = 1L << 30;
        long mib = 1L << 20;
        assertEquals(gib, ExpiryRule.segmentLength(gib, 0, 4, mib));
        assertEquals(gib, ExpiryRule.segmentLength(gib, 1_000 * gib, 4, mib));
        assertEquals(16 * mib, ExpiryRule.segmentLength(gib, gib, 4, mib));
        assertEquals(mib, ExpiryRule.segmentLength(gib, 16 * mib, 4, mib));
    }
}
