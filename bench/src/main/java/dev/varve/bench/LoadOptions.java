package dev.varve.bench;

import dev.varve.bench.Quantities.Size;
import dev.varve.bench.load.Keys;
import dev.varve.bench.load.ValueShape;
import dev.varve.bench.load.Values;
import dev.varve.bench.report.Text;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The load of {@code ingest}. */
final class LoadOptions {
    private static final int THREADS_MAX = 1024;
    private static final long VALUE_BYTES_MAX = 1L << 30;
    private static final int KEY_BYTES_MAX = (1 << 24) - 1;
    private static final long POOL_BYTES_MAX = 4L << 30;

    @Option(
            names = "--writers",
            paramLabel = "N",
            defaultValue = "8",
            description = "Threads that put (default: ${DEFAULT-VALUE}).")
    private int writers;

    private static final double COMPRESSIBILITY_MAX = 0.95;

    @Option(
            names = "--key-size",
            paramLabel = "SIZE",
            defaultValue = "32",
            description = "Bytes of a key (default: ${DEFAULT-VALUE}).")
    private Size keySize;

    @Option(
            names = "--value-size",
            paramLabel = "SIZE",
            defaultValue = "2MiB",
            description = "Bytes of a value, such as 2MiB, uniform:1KiB-2MiB or list:4KiB*9,2MiB*1, by weight "
                    + "(default: ${DEFAULT-VALUE}).")
    private ValueShape valueSize;

    @Option(
            names = "--compressibility",
            paramLabel = "PART",
            defaultValue = "0",
            description = "Part of every value that is zeros, 0 to 0.95 (default: ${DEFAULT-VALUE}).")
    private double compressibility;

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "32",
            description = "Values a writer puts before it flushes (default: ${DEFAULT-VALUE}).")
    private int batch;

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "How long values live; 0: for ever (default: ${DEFAULT-VALUE}).")
    private Duration ttl;

    @Option(
            names = "--write-rate",
            paramLabel = "SIZE",
            description =
                    "Bytes put a second at most, by all writers together; latency then counts from the moment each "
                            + "put was meant to start (default: as fast as it goes).")
    private Size writeRate;

    @Option(
            names = "--read-rate",
            paramLabel = "SIZE",
            defaultValue = "10MiB",
            description = "Bytes read a second, each compared; 0: none (default: ${DEFAULT-VALUE}).")
    private Size readRate;

    @Option(
            names = "--readers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads that read (default: ${DEFAULT-VALUE}).")
    private int readers;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of keys, values and reads (default: random).")
    private Long seed;

    /** Checks the ranges; wrong usage is reported with what is valid. */
    void check(CommandSpec spec) {
        Checks checks = new Checks(spec);
        checks.range("--writers", writers, 1, THREADS_MAX);
        checks.range("--readers", readers, 1, THREADS_MAX);
        checks.range("--batch", batch, 1, Integer.MAX_VALUE);
        checks.range("--key-size", keySize.bytes(), Keys.BYTES_MIN, KEY_BYTES_MAX);
        checks.range("--value-size", valueSize.least(), 1, VALUE_BYTES_MAX);
        checks.range("--value-size", valueSize.most(), 1, VALUE_BYTES_MAX);
        if (!(compressibility >= 0 && compressibility <= COMPRESSIBILITY_MAX)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--compressibility must be 0 to " + COMPRESSIBILITY_MAX + ", not " + compressibility);
        }
        if (!ttl.isZero() && ttl.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--ttl must be 0 or at least 1s, not " + ttl.toMillis() + "ms");
        }
        if (writeRate != null) {
            checks.range("--write-rate", writeRate.bytes(), 1, Long.MAX_VALUE);
        }
        long pool = Values.poolBytes(writers, valueSize.most());
        if (pool > POOL_BYTES_MAX) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--writers times --value-size is too much: values would be cut from " + Text.bytes(pool)
                            + " of memory, at most " + Text.bytes(POOL_BYTES_MAX) + " are allowed");
        }
    }

    int writers() {
        return writers;
    }

    int keyBytes() {
        return (int) keySize.bytes();
    }

    /** {@return the mean length} */
    long valueBytes() {
        return (long) valueSize.mean();
    }

    ValueShape values() {
        return valueSize.compressible(compressibility);
    }

    int batch() {
        return batch;
    }

    Duration ttl() {
        return ttl;
    }

    /** {@return bytes a second; 0: unlimited} */
    long writeRate() {
        return writeRate == null ? 0 : writeRate.bytes();
    }

    long readRate() {
        return readRate.bytes();
    }

    int readers() {
        return readers;
    }

    /** Takes the seed of a run that this is a part of. */
    void seed(long other) {
        seed = other;
    }

    /** {@return the seed; the same at every call} */
    long seed() {
        if (seed == null) {
            seed = System.nanoTime() & Integer.MAX_VALUE;
        }
        return seed;
    }
}
