package dev.varve.bench.load;

import dev.varve.bench.report.LatencyRange;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * One turn of the load, or several added up.
 *
 * @param bytes of keys and values put and made durable
 * @param nanos from the first put to the return of the last flush
 * @param cpuNanos of the whole process meanwhile
 * @param puts latencies in nanoseconds
 * @param batches latencies of whole batches, first put to the flush's return
 * @param reads latencies of reads
 */
public record LoadTurn(long bytes, long nanos, long cpuNanos, Histogram puts, Histogram batches, Histogram reads) {
    /** {@return bytes a second} */
    public double bytesPerSecond() {
        return nanos == 0 ? 0 : bytes * 1e9 / nanos;
    }

    /**
     * {@return turns added up as if they had been one}
     *
     * @param turns any
     */
    public static LoadTurn sum(List<LoadTurn> turns) {
        long bytes = 0;
        long nanos = 0;
        long cpu = 0;
        Histogram puts = LatencyRange.histogram();
        Histogram batches = LatencyRange.histogram();
        Histogram reads = LatencyRange.histogram();
        for (LoadTurn turn : turns) {
            bytes += turn.bytes();
            nanos += turn.nanos();
            cpu += turn.cpuNanos();
            puts.add(turn.puts());
            batches.add(turn.batches());
            reads.add(turn.reads());
        }
        return new LoadTurn(bytes, nanos, cpu, puts, batches, reads);
    }
}
