package dev.varve.bench.load;

/**
 * When each operation of one thread is meant to start, at a given rate. Latency counts from there: an operation that starts
 * late because the former one took long has been waiting all the same. Without a rate it is meant to start when it does.
 *
 * <p>For one thread.
 */
public final class Pacer {
    private final double interval;
    private final double phase;
    private long start;
    private long count;

    private Pacer(double interval, double phase) {
        this.interval = interval;
        this.phase = phase;
    }

    /** {@return as fast as possible} */
    public static Pacer unlimited() {
        return new Pacer(0, 0);
    }

    /**
     * {@return one of several threads that share a rate, their starts spread evenly}
     *
     * @param opsPerSecond of all threads together; 0: unlimited
     * @param thread which, from 0
     * @param threads how many
     */
    public static Pacer shared(double opsPerSecond, int thread, int threads) {
        if (opsPerSecond == 0) {
            return unlimited();
        }
        double between = 1e9 / opsPerSecond;
        return new Pacer(between * threads, between * thread);
    }

    /** {@return whether there is a rate to keep} */
    public boolean isPaced() {
        return interval > 0;
    }

    /**
     * Begins anew: nothing is owed from before.
     *
     * @param now {@link System#nanoTime()}
     */
    public void restart(long now) {
        start = now;
        count = 0;
    }

    /**
     * {@return when the next operation is meant to start}
     *
     * @param now {@link System#nanoTime()}
     */
    public long next(long now) {
        if (!isPaced()) {
            return now;
        }
        return start + Math.round(phase + count++ * interval);
    }
}
