package dev.varve.bench.load;

/**
 * The load.
 *
 * @param writers threads that put
 * @param valuesPerBatch puts of a thread before it flushes
 * @param writeRate bytes of keys and values a second of all writers together; 0: as fast as it goes
 * @param readers threads that read
 * @param readRate bytes of values a second of all readers together; 0: none
 * @param life what is known of how long keys live
 */
public record LoadSpec(int writers, int valuesPerBatch, double writeRate, int readers, double readRate, Life life) {
    /**
     * How long a key is sure to live.
     *
     * @param ttlNanos in store time; 0: for ever
     * @param bytesKept how many bytes of keys and values may be put after it before it may go
     * @param runNanos how long the run may take, in store time
     * @param seed of the readers' choices
     */
    public record Life(long ttlNanos, long bytesKept, long runNanos, long seed) {
        long horizonNanos() {
            return ttlNanos == 0 ? runNanos : Math.min(ttlNanos, runNanos);
        }
    }
}
