package dev.varve.bench.load;

/** Spreads the bits of a number; a bijection, so different numbers stay different. */
final class Mix {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Mix() {}

    static long of(long number) {
        long z = number + GOLDEN;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    static long of(long number, long word) {
        return of(number + word * GOLDEN);
    }
}
