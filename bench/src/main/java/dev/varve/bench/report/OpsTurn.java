package dev.varve.bench.report;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * One turn of small operations, or several added up.
 *
 * @param ops done
 * @param nanos it took
 * @param cpuNanos of the whole process meanwhile
 * @param latencies of what a caller waits for, in nanoseconds
 */
public record OpsTurn(long ops, long nanos, long cpuNanos, Histogram latencies) {
    /** {@return operations a second} */
    public double opsPerSecond() {
        return nanos == 0 ? 0 : ops * 1e9 / nanos;
    }

    /** {@return nanoseconds an operation, as one thread sees them if it ran alone} */
    public double nanosPerOp() {
        return ops == 0 ? Double.NaN : (double) nanos / ops;
    }

    /** {@return nanoseconds of CPU an operation, of all threads of the process} */
    public double cpuNanosPerOp() {
        return ops == 0 ? Double.NaN : (double) cpuNanos / ops;
    }

    /**
     * {@return turns added up as if they had been one}
     *
     * @param turns of one kind
     */
    public static OpsTurn sum(List<OpsTurn> turns) {
        long ops = 0;
        long nanos = 0;
        long cpuNanos = 0;
        Histogram latencies = LatencyRange.fineHistogram();
        for (OpsTurn turn : turns) {
            ops += turn.ops();
            nanos += turn.nanos();
            cpuNanos += turn.cpuNanos();
            latencies.add(turn.latencies());
        }
        return new OpsTurn(ops, nanos, cpuNanos, latencies);
    }
}
