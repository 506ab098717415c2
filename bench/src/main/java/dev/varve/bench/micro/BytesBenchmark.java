package dev.varve.bench.micro;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.varve.segments.Checksum;
import java.nio.ByteBuffer;
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
import org.openjdk.jmh.annotations.Warmup;

/** What is done with bytes: the salted checksum of a value, the keyed hash of a key. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BytesBenchmark {
    private static final long SALT = 0x5DEECE66DL;

    /** How many bytes. */
    @Param({"16", "100", "1024", "65536"})
    public int bytes;

    private final Checksum checksum = new Checksum(SALT);
    private final Hasher64 hasher = Hashing.xxh3_64(SALT);
    private ByteBuffer direct;
    private byte[] array;

    /** Makes the bytes. */
    @Setup
    public void fill() {
        array = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            array[i] = (byte) (i * 31);
        }
        direct = ByteBuffer.allocateDirect(bytes).put(array).flip();
    }

    /** {@return the checksum} */
    @Benchmark
    public int checksum() {
        return checksum.of(direct, 0, bytes);
    }

    /** {@return the hash} */
    @Benchmark
    public long hash() {
        return hasher.hashBytesToLong(array);
    }
}
