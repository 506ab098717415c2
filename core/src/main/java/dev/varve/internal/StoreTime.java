package dev.varve.internal;

import dev.varve.StoreClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Store time, which appends, reads, rolls and expiry go by: the wall clock at open plus monotonic time, following the wall
 * clock by at most 1 %. A jump of the wall clock thus expires nothing at once and makes no age negative; it is caught up
 * with slowly, or never if the clock jumps back again.
 *
 * <p>Any thread may ask and, once a second, draws the next line to go along: immutable, so that reading it takes no lock.
 * Milliseconds throughout.
 */
public final class StoreTime {
    /** A last append up to this far ahead of the wall clock is believed more than the clock. */
    public static final long AHEAD_MAX_MILLIS = TimeUnit.HOURS.toMillis(1);

    /** A difference from the wall clock is worth a word from here on. */
    static final long REPORTED_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private static final long REDRAW_MILLIS = 1_000;
    private static final long FOLLOW_DIVISOR = 100;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final VarHandle LINE;

    static {
        try {
            LINE = MethodHandles.lookup().findVarHandle(StoreTime.class, "line", Line.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final StoreClock clock;
    private final LongConsumer report;
    private final long startMillis;
    private volatile Line line;

    /** Where store time stood at a moment, and by how much the wall clock was ahead (negative: behind) then. */
    private record Line(long nanos, long millis, long difference, boolean reported) {
        long elapsedMillis(long nanosNow) {
            // A thread may bring a reading that is older than the line.
            return Math.max(0, (nanosNow - nanos) / NANOS_PER_MILLI);
        }

        long at(long elapsedMillis) {
            long most = elapsedMillis / FOLLOW_DIVISOR;
            return millis + elapsedMillis + Math.max(-most, Math.min(most, difference));
        }
    }

    /**
     * Starts at the wall clock, or at the last append if that is later by an hour at most.
     *
     * @param lastAppendMillis the latest append time found at open; {@link Long#MIN_VALUE} if there is none
     * @param report told, by whichever thread noticed, that the wall clock has gone a minute or more from store time: by how
     *     many milliseconds it is ahead (negative: behind). Told again only after it had been nearer
     */
    public StoreTime(StoreClock clock, long lastAppendMillis, LongConsumer report) {
        this.clock = clock;
        this.report = report;
        long wall = clock.wallMillis();
        boolean ahead = lastAppendMillis > wall && lastAppendMillis - wall <= AHEAD_MAX_MILLIS;
        startMillis = ahead ? lastAppendMillis : wall;
        line = new Line(clock.monotonicNanos(), startMillis, wall - startMillis, false);
    }

    /** Store time in milliseconds since 1970. Never goes back. */
    public long now() {
        long nanos = clock.monotonicNanos();
        Line current = line;
        long elapsed = current.elapsedMillis(nanos);
        long now = current.at(elapsed);
        if (elapsed >= REDRAW_MILLIS) {
            redraw(current, elapsed, now);
        }
        return now;
    }

    /** Where store time began at open. */
    public long startMillis() {
        return startMillis;
    }

    /**
     * The append time that counts for a stamp read from a segment that was there at open: one from the future counts as
     * appended at open, so that a clock that once was wrong cannot keep a value for ever.
     */
    public long atOpen(long stampMillis) {
        return Math.min(stampMillis, startMillis);
    }

    /** By how much the wall clock is ahead of store time, in milliseconds; negative: behind. */
    public long differenceMillis() {
        return clock.wallMillis() - now();
    }

    private void redraw(Line from, long elapsed, long now) {
        long difference = clock.wallMillis() - now;
        boolean far = Math.abs(difference) >= REPORTED_MILLIS;
        // Whole milliseconds were used up of the monotonic clock; the rest is kept, or time would fall behind.
        Line next = new Line(from.nanos + elapsed * NANOS_PER_MILLI, now, difference, far);
        if (LINE.compareAndSet(this, from, next) && far && !from.reported) {
            report.accept(difference);
        }
    }
}
