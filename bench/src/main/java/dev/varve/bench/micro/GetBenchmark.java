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

/** Look-ups at half a million keys, all of whose files are in the page cache after the warm-up. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class GetBenchmark {
    private static final long KEYS = 500_000;

    /** Length of a value. */
    @Param({"100", "1024"})
    public int valueBytes;

    private MicroStore store;

    /** Opens and fills. */
    @Setup
    public void open() throws IOException {
        store = new MicroStore(valueBytes, 0);
        store.fill(KEYS);
    }

    /** Closes and removes. */
    @TearDown
    public void close() throws IOException {
        store.close();
    }

    /** {@return the value's length} */
    @Benchmark
    public int get() {
        return store.table.get(store.present(), store.target.clear());
    }

    /** {@return -1} */
    @Benchmark
    public int getAbsent() {
        return store.table.get(store.absent(), store.target.clear());
    }

    /** {@return true} */
    @Benchmark
    public boolean contains() {
        return store.table.contains(store.present());
    }
}
