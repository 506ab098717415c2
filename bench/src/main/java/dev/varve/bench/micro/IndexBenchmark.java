package dev.varve.bench.micro;

import dev.varve.bench.contest.IndexDrill;
import dev.varve.bench.contest.RandomReads;
import java.io.IOException;
import java.util.SplittableRandom;
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

/** The index alone, in steady state: an insert carries what its share of growth and expiry costs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class IndexBenchmark {
    private static final long BYTES_MAX = 1L << 30;

    /** Live keys. */
    @Param({"100000", "1000000", "20000000"})
    public long keys;

    private final SplittableRandom random = new SplittableRandom(1);
    private IndexDrill drill;
    private RandomReads.Read hit;
    private RandomReads.Read miss;

    /** Fills it twice over, so that generations have gone. */
    @Setup
    public void fill() {
        drill = new IndexDrill(keys, BYTES_MAX);
        for (long i = 0; i < 2 * keys; i++) {
            drill.insert();
        }
        hit = drill.hit();
        miss = drill.miss();
    }

    /** Gives its memory back. */
    @TearDown
    public void close() {
        drill.close();
    }

    /** A new key, and what goes for it. */
    @Benchmark
    public void insert() {
        drill.insert();
    }

    /** A key that lives. */
    @Benchmark
    public void hit() throws IOException {
        hit.read(random.nextLong(Long.MAX_VALUE));
    }

    /** A key that never was. */
    @Benchmark
    public void miss() throws IOException {
        miss.read(random.nextLong(1L << 40));
    }
}
