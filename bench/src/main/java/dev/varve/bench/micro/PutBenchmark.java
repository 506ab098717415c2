package dev.varve.bench.micro;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Puts that nobody waits for, of about a million live keys; what the agents write behind them takes its share of the cores. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class PutBenchmark {
    private static final long LIVE = 1_250_000;
    private static final int OVERHEAD = 40;

    /** Length of a value. */
    @Param({"100", "1024"})
    public int valueBytes;

    private MicroStore store;

    /** Opens and fills. */
    @Setup
    public void open() throws IOException {
        store = new MicroStore(valueBytes, LIVE * (valueBytes + OVERHEAD));
        store.fill(LIVE);
    }

    /** Closes and removes. */
    @TearDown
    public void close() throws IOException {
        store.close();
    }

    /** {@return whether the key was new} */
    @Benchmark
    public boolean put() {
        return store.put();
    }
}
