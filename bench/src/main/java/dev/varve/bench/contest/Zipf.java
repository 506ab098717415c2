package dev.varve.bench.contest;

import dev.varve.bench.load.Keys;

/**
 * Numbers of which some are far likelier than others, as in YCSB: the k-th likeliest with a probability that falls with k to
 * the power of 0.99. Which they are is scattered over the range. Immutable.
 */
public final class Zipf {
    private static final double EXPONENT = 0.99;
    /** From here on the sum of the series is as good as its integral. */
    private static final long EXACT = 1_000_000;

    private final long bound;
    private final double sum;
    private final double eta;

    /**
     * A distribution.
     *
     * @param bound of the numbers, at least 2
     */
    public Zipf(long bound) {
        this.bound = bound;
        sum = sum(bound);
        eta = (1 - Math.pow(2.0 / bound, 1 - EXPONENT)) / (1 - sum(2) / sum);
    }

    private static double sum(long terms) {
        double sum = 0;
        for (long k = 1; k <= Math.min(terms, EXACT); k++) {
            sum += Math.pow(k, -EXPONENT);
        }
        double rest = Math.pow(terms, 1 - EXPONENT) - Math.pow(EXACT, 1 - EXPONENT);
        return terms <= EXACT ? sum : sum + rest / (1 - EXPONENT);
    }

    /**
     * {@return how likely a number's rank makes it; 0 is the likeliest}
     *
     * @param uniform from 0 to 1, 1 excluded
     */
    public long rank(double uniform) {
        double place = uniform * sum;
        if (place < 1) {
            return 0;
        }
        if (place < 1 + Math.pow(0.5, EXPONENT)) {
            return Math.min(1, bound - 1);
        }
        long rank = (long) (bound * Math.pow(eta * uniform - eta + 1, 1 / (1 - EXPONENT)));
        return Math.min(rank, bound - 1);
    }

    /**
     * {@return the number drawn}
     *
     * @param uniform from 0 to 1, 1 excluded
     */
    public long number(double uniform) {
        return Long.remainderUnsigned(Keys.mix(rank(uniform)), bound);
    }
}
