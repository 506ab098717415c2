package dev.varve.internal;

import java.util.Arrays;

/**
 * How long a table's records have been lately, so that a look-up reads just enough at once. Written by any thread that
 * puts or gets, without order: samples may get lost, which does no harm. Only one record in {@link #SAMPLED} is noted, so
 * that threads do not fight over it.
 */
final class RecentLengths {
    /** One record in so many is noted. */
    static final int SAMPLED = 16;

    /** What header, checksum and padding add to key and value. */
    static final int OVERHEAD = 24;

    private static final int SAMPLES = 32;
    /** Reads are a multiple of this, so that records a little longer than the median come along too. */
    private static final int STEP = 64;

    private final int[] samples = new int[SAMPLES];
    private int next;
    private volatile int firstRead;

    /** Begins with the average of what is stored; 0: nothing is known. */
    RecentLengths(long average) {
        int first = clipped(average == 0 ? STEP : average);
        Arrays.fill(samples, first);
        firstRead = rounded(first);
    }

    /** What a look-up should read at once, in bytes. */
    int firstRead() {
        return firstRead;
    }

    void note(long recordLength) {
        int at = next;
        samples[at & (SAMPLES - 1)] = clipped(recordLength);
        next = at + 1;
        if ((at & (SAMPLES / 2 - 1)) == 0) {
            int[] sorted = samples.clone();
            Arrays.sort(sorted);
            int now = rounded(sorted[SAMPLES / 2]);
            if (now != firstRead) {
                firstRead = now;
            }
        }
    }

    private static int clipped(long length) {
        return (int) Math.min(length, Finder.FIRST_READ_MAX);
    }

    private static int rounded(int length) {
        return Math.min(Finder.FIRST_READ_MAX, (length + STEP - 1) & -STEP);
    }
}
