package dev.varve.bench.raw;

import org.HdrHistogram.Histogram;

/**
 * One turn of raw writing.
 *
 * @param streams files written at the same time on each drive
 * @param blocks over what
 * @param bytes written and synced
 * @param nanos from the first write to the return of the last sync
 * @param cpuNanos of the whole process meanwhile
 * @param batches latencies of whole batches, first write to sync, in nanoseconds; the caller's own
 */
public record RawTurn(int streams, Blocks blocks, long bytes, long nanos, long cpuNanos, Histogram batches) {
    /** {@return bytes a second} */
    public double bytesPerSecond() {
        return nanos == 0 ? 0 : bytes * 1e9 / nanos;
    }
}
