package dev.varve.bench.contest;

import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.Machine;
import dev.varve.bench.report.OpsTurn;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** Gets of keys in no order, each key once: what was written past the page cache is not in it before its first get. */
public final class ColdGets implements Crew.Task {
    /** Any two keys that lie together on the device are far apart in time. */
    private static final long STRIDE = 0x9E3779B97F4A7C15L >>> 1;

    private final RandomReads.Read get;
    private final long count;
    private final long stride;
    private long done;
    private long calls;
    private boolean counted = true;

    /**
     * Gets for one thread.
     *
     * @param get gets a key by its number
     * @param count how many keys there are
     */
    public ColdGets(RandomReads.Read get, long count) {
        this.get = get;
        this.count = count;
        long step = Math.max(1, STRIDE % count);
        while (divisor(step, count) != 1) {
            step++;
        }
        stride = step;
    }

    private static long divisor(long a, long b) {
        return b == 0 ? a : divisor(b, a % b);
    }

    /**
     * One turn.
     *
     * @param crew one thread of it is used
     * @param length how long
     * @return what was reached
     * @throws IOException if a file fails
     */
    public OpsTurn turn(Crew crew, Duration length) throws IOException {
        OptionalLong before = Machine.readCalls();
        OpsTurn turn = crew.run(1, length, this);
        OptionalLong after = Machine.readCalls();
        counted &= before.isPresent() && after.isPresent();
        calls += counted ? after.getAsLong() - before.getAsLong() : 0;
        return turn;
    }

    /** {@return read system calls of the process per get; not-a-number where the system does not tell} */
    public double callsPerGet() {
        return counted && done > 0 ? (double) calls / done : Double.NaN;
    }

    /** {@return whether keys had to be read again} */
    public boolean isRepeating() {
        return done > count;
    }

    @Override
    public int some(int thread, Histogram latencies) throws IOException {
        // At most 2^32 keys, so neither factor of the product is longer than 32 bits.
        long number = done++ % count * stride % count;
        long start = System.nanoTime();
        get.read(number);
        latencies.recordValue(LatencyRange.clampFine(System.nanoTime() - start));
        return 1;
    }
}
