package dev.varve.bench.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ZipfTest {
    @Test
    void theLikeliestIsDrawnAsOftenAsTheSeriesSays() {
        Zipf zipf = new Zipf(1000);
        double sum = 0;
        for (int k = 1; k <= 1000; k++) {
            sum += Math.pow(k, -0.99);
        }
        int[] counts = new int[1000];
        SplittableRandom random = new SplittableRandom(1);
        int draws = 200_000;
        for (int i = 0; i < draws; i++) {
            counts[(int) zipf.rank(random.nextDouble())]++;
        }
        assertEquals(1 / sum, counts[0] / (double) draws, 0.005);
        assertEquals(Math.pow(2, -0.99) / sum, counts[1] / (double) draws, 0.005);
        assertEquals(Math.pow(10, -0.99) / sum, counts[9] / (double) draws, 0.005);
    }

    @Test
    void numbersStayInTheirRange() {
        for (long bound : new long[] {2, 3, 1000, 1L << 32}) {
            Zipf zipf = new Zipf(bound);
            for (double uniform : new double[] {0, 0.3, 0.999999, Math.nextDown(1.0)}) {
                long number = zipf.number(uniform);
                assertTrue(number >= 0 && number < bound, bound + " " + uniform + " " + number);
                assertTrue(zipf.rank(uniform) < bound);
            }
        }
    }
}
