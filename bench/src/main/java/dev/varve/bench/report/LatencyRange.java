package dev.varve.bench.report;

import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/** What all histograms of latencies have in common: nanoseconds from half a microsecond to ten minutes, 3 digits. */
public final class LatencyRange {
    private static final long LOWEST = 1000;
    private static final long HIGHEST = Duration.ofMinutes(10).toNanos();
    private static final long FINE_HIGHEST = Duration.ofMinutes(1).toNanos();
    private static final long FIRST_HIGHEST = Duration.ofSeconds(1).toNanos();
    private static final int DIGITS = 3;

    private LatencyRange() {}

    /** {@return an empty histogram} */
    public static Histogram histogram() {
        return resizing(new Histogram(LOWEST, FIRST_HIGHEST, DIGITS));
    }

    /** {@return an empty histogram for times of single calls: from one nanosecond on} */
    public static Histogram fineHistogram() {
        return resizing(new Histogram(1, FIRST_HIGHEST, DIGITS));
    }

    /** Grows with what is recorded: most never see a second. */
    private static Histogram resizing(Histogram histogram) {
        histogram.setAutoResize(true);
        return histogram;
    }

    /** {@return a recorder that one thread fills while another takes intervals} */
    public static SingleWriterRecorder recorder() {
        return new SingleWriterRecorder(LOWEST, HIGHEST, DIGITS);
    }

    /**
     * {@return a value that {@link #histogram} can hold}
     *
     * @param nanos any
     */
    public static long clamp(long nanos) {
        return Math.max(0, Math.min(HIGHEST, nanos));
    }

    /**
     * {@return a value that {@link #fineHistogram} can hold}
     *
     * @param nanos any
     */
    public static long clampFine(long nanos) {
        return Math.max(0, Math.min(FINE_HIGHEST, nanos));
    }
}
