package dev.varve.bench.suite;

import dev.varve.bench.report.Text;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One measurement of a suite.
 *
 * @param name as people know it
 * @param ops how many operations
 * @param nanos how long all took
 * @param bytes of keys and values put or read; 0: none are to be told
 */
public record Measured(String name, long ops, long nanos, long bytes) {
    /** An operation on a row. */
    public interface Op {
        /**
         * Does it.
         *
         * @param number from 0
         */
        void run(long number);
    }

    /**
     * Measures, with what comes at the end.
     *
     * @param name as people know it
     * @param ops how many
     * @param opBytes of a key and its value
     * @param op done so many times
     * @param end done once after them, and counted
     * @return what it took
     */
    public static Measured of(String name, long ops, int opBytes, Op op, Runnable end) {
        long start = System.nanoTime();
        for (long i = 0; i < ops; i++) {
            op.run(i);
        }
        end.run();
        return new Measured(name, ops, System.nanoTime() - start, ops * opBytes);
    }

    /** {@return microseconds an operation} */
    public double microsPerOp() {
        return ops == 0 ? Double.NaN : nanos / 1e3 / ops;
    }

    /** {@return megabytes (10^6) a second} */
    public double megabytesPerSecond() {
        return nanos == 0 ? Double.NaN : bytes * 1e3 / nanos;
    }

    /** {@return the line that people know from the benchmarks of LevelDB and its heirs} */
    public String line() {
        String rate = bytes == 0 ? "" : String.format(Locale.ROOT, " %8.1f MB/s;", megabytesPerSecond());
        return String.format(
                Locale.ROOT, "%-12s : %11.3f micros/op;%s %s ops", name, microsPerOp(), rate, Text.of(ops, 0));
    }

    /**
     * {@return it for the results file}
     *
     * @param store whose it is
     */
    public Map<String, Object> json(String store) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("store", store);
        all.put("name", name);
        all.put("micros_per_op", microsPerOp());
        all.put("mb_per_second", bytes == 0 ? null : megabytesPerSecond());
        all.put("ops", ops);
        return all;
    }
}
