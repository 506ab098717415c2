package dev.varve.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StoreTimeTest {
    private static final long START = ManualClock.START_MILLIS;
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final ManualClock clock = new ManualClock();
    private final List<Long> reports = new CopyOnWriteArrayList<>();

    private StoreTime fresh() {
        return new StoreTime(clock, Long.MIN_VALUE, reports::add);
    }

    /** Lets time pass in steps, asking every time as a busy store does. */
    private void pass(StoreTime time, Duration step, int steps) {
        for (int i = 0; i < steps; i++) {
            clock.advance(step);
            time.now();
        }
    }

    @Test
    void startsAtTheWallClock() {
        assertEquals(START, fresh().now());
        assertEquals(START, fresh().startMillis());
    }

    @Test
    void startsAtTheLastAppendUpToAnHourAhead() {
        assertEquals(START, new StoreTime(clock, START - DAY, reports::add).now());
        assertEquals(START + 1, new StoreTime(clock, START + 1, reports::add).now());
        assertEquals(START + HOUR, new StoreTime(clock, START + HOUR, reports::add).now());
        assertEquals(START, new StoreTime(clock, START + HOUR + 1, reports::add).now());
        assertEquals(START, new StoreTime(clock, Long.MAX_VALUE, reports::add).now());
    }

    @Test
    void stampsFromTheFutureCountAsAppendedAtOpen() {
        StoreTime time = new StoreTime(clock, START + 10 * DAY, reports::add);
        assertEquals(START, time.atOpen(START + 10 * DAY));
        assertEquals(START - 5, time.atOpen(START - 5));
        assertEquals(Long.MIN_VALUE, time.atOpen(Long.MIN_VALUE));
        clock.advance(Duration.ofDays(20));
        assertEquals(START, time.atOpen(START + 10 * DAY), "also when the moment has come");
    }

    @Test
    void stampsUpToAnHourAheadAreKept() {
        StoreTime time = new StoreTime(clock, START + HOUR, reports::add);
        assertEquals(START + HOUR, time.atOpen(START + HOUR));
    }

    @Test
    void goesWithTheClockToTheMillisecond() {
        StoreTime time = fresh();
        for (int i = 1; i <= 5_000; i++) {
            clock.advance(Duration.ofMillis(1));
            assertEquals(START + i, time.now());
        }
        assertEquals(0, time.differenceMillis());
    }

    @Test
    void losesNothingToRoundingWhenAskedOften() {
        StoreTime time = fresh();
        // 1.0007 s a step: the fractions of milliseconds add up to 7 s.
        for (int i = 0; i < 10_000; i++) {
            clock.advance(Duration.ofNanos(1_000_700_000));
            clock.jump(Duration.ofMillis(i % 10 < 7 ? 1 : 0));
            time.now();
        }
        assertEquals(clock.monotonicNanos() / 1_000_000, time.now() - START, 1);
    }

    @Test
    void jumpAheadIsFollowedByOnePercentOnly() {
        StoreTime time = fresh();
        clock.jump(Duration.ofDays(400));
        assertEquals(START, time.now());
        pass(time, Duration.ofSeconds(1), 3_600);
        long passed = time.now() - START;
        assertTrue(passed <= HOUR + HOUR / 100, () -> "passed " + passed);
        assertTrue(passed >= HOUR + HOUR / 101, () -> "passed " + passed);
        assertTrue(time.differenceMillis() > 399 * DAY);
    }

    @Test
    void jumpBackIsFollowedByOnePercentOnly() {
        StoreTime time = fresh();
        clock.jump(Duration.ofDays(-1));
        assertEquals(START, time.now());
        pass(time, Duration.ofSeconds(1), 3_600);
        long passed = time.now() - START;
        assertTrue(passed >= HOUR - HOUR / 100, () -> "passed " + passed);
        assertTrue(passed <= HOUR - HOUR / 101, () -> "passed " + passed);
        assertTrue(time.differenceMillis() < -DAY / 2);
    }

    @Test
    void smallDifferenceIsCaughtUpWithAndNotOvershot() {
        StoreTime time = fresh();
        clock.jump(Duration.ofSeconds(2));
        pass(time, Duration.ofSeconds(1), 250);
        assertEquals(clock.wallMillis(), time.now());
        assertEquals(0, time.differenceMillis());
        clock.jump(Duration.ofSeconds(-2));
        pass(time, Duration.ofSeconds(1), 250);
        assertEquals(clock.wallMillis(), time.now());
    }

    @Test
    void longSilenceDoesNotOvershoot() {
        StoreTime time = fresh();
        clock.jump(Duration.ofSeconds(5));
        pass(time, Duration.ofSeconds(2), 1);
        clock.advance(Duration.ofDays(30));
        assertEquals(clock.wallMillis(), time.now());
    }

    @Test
    void startBehindAnAppendCatchesUpSlowly() {
        StoreTime time = new StoreTime(clock, START + HOUR, reports::add);
        pass(time, Duration.ofSeconds(10), 6);
        assertTrue(time.now() > START + HOUR, "time stands still");
        pass(time, Duration.ofMinutes(1), 60 * 101);
        assertEquals(clock.wallMillis(), time.now());
    }

    @Test
    void differenceOfAMinuteIsReportedOnce() {
        StoreTime time = fresh();
        clock.jump(Duration.ofMillis(59_999));
        pass(time, Duration.ofSeconds(1), 10);
        assertEquals(List.of(), reports);
        clock.jump(Duration.ofDays(1));
        pass(time, Duration.ofSeconds(1), 10);
        assertEquals(1, reports.size());
        assertEquals(DAY + 59_999, reports.get(0), 1_000);
        clock.jump(Duration.ofDays(-1));
        pass(time, Duration.ofSeconds(1), 10);
        clock.jump(Duration.ofHours(-2));
        pass(time, Duration.ofSeconds(1), 10);
        assertEquals(2, reports.size());
        assertTrue(reports.get(1) < -HOUR);
    }

    @Test
    void neverGoesBackUnderRandomJumps() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        StoreTime time = fresh();
        long before = time.now();
        for (int i = 0; i < 100_000; i++) {
            clock.advance(Duration.ofNanos(random.nextInt(1 << random.nextInt(31))));
            if (random.nextInt(10) == 0) {
                clock.jump(Duration.ofMillis(random.nextInt() >> random.nextInt(31)));
            }
            long now = time.now();
            assertTrue(now >= before, "seed " + seed + ", step " + i);
            before = now;
        }
    }

    @Property
    void staysWithinOnePercentOfWhatPassed(@ForAll int jumpSeconds, @ForAll short steps) {
        ManualClock own = new ManualClock();
        StoreTime time = new StoreTime(own, Long.MIN_VALUE, reports::add);
        own.jump(Duration.ofSeconds(jumpSeconds));
        for (int i = 0; i < (steps & 0xFF); i++) {
            own.advance(Duration.ofMillis(700));
            time.now();
        }
        long real = own.monotonicNanos() / 1_000_000;
        assertTrue(Math.abs(time.now() - START - real) <= real / 100);
    }

    @Test
    void threadsNeverSeeItGoBack() throws InterruptedException {
        StoreTime time = fresh();
        clock.jump(Duration.ofHours(1));
        boolean[] back = new boolean[4];
        Thread[] threads = new Thread[back.length];
        for (int t = 0; t < threads.length; t++) {
            int id = t;
            threads[t] = new Thread(() -> {
                long before = 0;
                for (int i = 0; i < 50_000; i++) {
                    clock.advance(Duration.ofMillis(1));
                    long now = time.now();
                    back[id] |= now < before;
                    before = now;
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (boolean b : back) {
            assertTrue(!b);
        }
        long real = clock.monotonicNanos() / 1_000_000;
        assertTrue(time.now() - START <= real + real / 100);
    }
}
