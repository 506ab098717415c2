package dev.varve.bench.ingest;

import dev.varve.bench.load.Values;
import dev.varve.bench.subject.Subject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Compares what earlier runs left in a store with what they put. Everything that was durable and cannot have expired must be
 * there; whatever is there must be right, also what was never made durable. For one thread.
 */
final class Resumption {
    /** So many numbers of a writer may have been used behind the last that is known. */
    private static final long UNKNOWN_MOST = 1 << 16;

    private final IngestPlan plan;
    private final Subject subject;
    private final Values values;
    private final ByteBuffer key;
    private final ByteBuffer found;
    private final ByteBuffer expected;
    private long verified;
    private long gone;

    Resumption(IngestPlan plan, Subject subject, Values values) {
        this.plan = plan;
        this.subject = subject;
        this.values = values;
        key = plan.keys().buffer();
        found = values.buffer();
        expected = values.buffer();
    }

    /** What was found. */
    record Found(long[] next, long verified, long gone) {}

    /**
     * Verifies all of it.
     *
     * @throws IOException if the store was filled in another way, or something is missing or wrong
     */
    Found verify(Path directory) throws IOException {
        Progress progress = Progress.read(directory);
        String shape = Progress.shapeOf(plan);
        if (!progress.shape().equals(shape)) {
            throw new IOException(directory + ": filled with " + progress.shape() + "; this run has " + shape);
        }
        long[] next = progress.durable().clone();
        long newest = Arrays.stream(next).max().orElse(0);
        long bytes = 0;
        boolean forEver = plan.subject().ttl().isZero();
        // The newest first, of all writers in turn: the older ones may have gone by the bound of bytes.
        for (long index = newest - 1; index >= 0; index--) {
            boolean mustBe = forEver && bytes < plan.load().life().bytesKept();
            for (int writer = 0; writer < next.length; writer++) {
                if (index < next[writer]) {
                    bytes += check(index * next.length + writer, mustBe);
                }
            }
        }
        for (int writer = 0; writer < next.length; writer++) {
            for (long index = next[writer]; index < progress.durable()[writer] + UNKNOWN_MOST; index++) {
                long before = verified;
                check(index * next.length + writer, false);
                // Flushed or not, its number is used.
                next[writer] = verified > before ? index + 1 : next[writer];
            }
        }
        return new Found(next, verified, gone);
    }

    /** The bytes of the pair that was put, whether it is there or not. */
    private long check(long sequence, boolean mustBe) throws IOException {
        int length = subject.get(plan.keys().write(sequence, key), found.clear());
        if (length < 0) {
            if (mustBe) {
                throw new IOException("key " + sequence + " was durable and is missing");
            }
            gone++;
        } else {
            values.write(sequence, expected);
            if (length != expected.remaining() || found.flip().mismatch(expected) >= 0) {
                throw new IOException("key " + sequence + " has a wrong value of " + length + " bytes");
            }
            verified++;
        }
        return plan.keys().keyBytes() + values.length(sequence);
    }
}
