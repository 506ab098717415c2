package dev.varve.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LiveWindowTest {
    private static final long PAIR = 100;

    /** One key a microsecond, put i at time i, all keys of one writer. */
    private static LiveWindow filled(long horizon, int keys) {
        LiveWindow window = new LiveWindow(horizon);
        for (int i = 0; i < keys; i++) {
            window.starting(i, i * PAIR);
            window.completed();
        }
        return window;
    }

    @Test
    void nothingIsLiveBeforeAnythingWasPut() {
        assertTrue(new LiveWindow(1000).lowestLive(Long.MIN_VALUE / 2, Long.MIN_VALUE / 2) > 0);
    }

    @Test
    void withoutLimitsEverythingIs() {
        assertEquals(0, filled(1000, 100).lowestLive(Long.MIN_VALUE / 2, Long.MIN_VALUE / 2));
    }

    @Test
    void neverNamesAKeyThatWasPutTooEarly() {
        LiveWindow window = filled(10_000, 8000);
        for (long least = 0; least < 8000; least += 37) {
            long lowest = window.lowestLive(least, 0);
            assertTrue(lowest >= least, "put at " + lowest + ", needed " + least);
            assertTrue(lowest <= least + 10_000 / 2048 + 1, "put at " + lowest + ", needed " + least);
        }
    }

    @Test
    void bytesPutSinceCountAsTimeDoes() {
        LiveWindow window = filled(1000, 1000);
        long lowest = window.lowestLive(0, 500 * PAIR);
        assertTrue(lowest >= 500 && lowest < 510, "" + lowest);
    }

    @Test
    void whatIsOlderThanAllCheckpointsIsForgotten() {
        LiveWindow window = filled(0, 10_000);
        long lowest = window.lowestLive(0, 0);
        assertEquals(10_000 - 4096, lowest);
    }

    @Test
    void afterTheLastKeyExpiredNoneMustLive() {
        assertEquals(Long.MAX_VALUE, filled(1000, 100).lowestLive(100, 0));
    }
}
