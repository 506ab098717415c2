package dev.varve.bench.ingest;

import dev.varve.bench.load.Values;
import dev.varve.bench.subject.Subject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Compares what earlier runs left in a store with what they put. Everything that was durable and cannot have expired must be
 * there; whatever is there must be right, also what was never made durable. For one thread.
 */
final class Resumption {
    /** So many numbers of a writer may have been used behind the last that is known. */
    private static final long UNKNOWN_MOST = 1 << 16;
    /** Writers do not keep pace exactly, so that much of what the bound keeps is certain. */
    private static final double CERTAIN_PART = 0.8;

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
        long bytes = 0;
        for (int writer = 0; writer < next.length; writer++) {
            for (long index = next[writer]; index < progress.durable()[writer] + UNKNOWN_MOST; index++) {
                long before = verified;
                long length = check(index * next.length + writer, false);
                if (verified > before) {
                    // Flushed or not, its number is used, and all up to it count against the bound.
                    bytes += length * (index + 1 - next[writer]);
                    next[writer] = index + 1;
                }
            }
        }
        fillHoles(progress.durable(), next);
        // Numbers that were never used are not gone.
        gone = 0;
        long[] durable = progress.durable();
        long[] from = progress.from();
        long longest = 0;
        long most = 0;
        for (int writer = 0; writer < durable.length; writer++) {
            longest = Math.max(longest, durable[writer] - from[writer]);
            most += (next[writer] + 1)
                    * (plan.keys().keyBytes() + values.shape().most());
        }
        // Either nothing can have gone, or of the last run's values, all writers' in turn, the newest cannot.
        boolean all = most < plan.load().life().bytesKept();
        boolean forEver = plan.subject().ttl().isZero();
        for (long step = longest - 1; step >= 0; step--) {
            boolean mustBe =
                    forEver && (all || bytes < CERTAIN_PART * plan.load().life().bytesKept());
            for (int writer = 0; writer < durable.length; writer++) {
                long index = from[writer] + step;
                bytes += index < durable[writer] ? check(index * durable.length + writer, mustBe) : 0;
            }
        }
        for (int writer = 0; writer < durable.length; writer++) {
            for (long index = 0; index < from[writer]; index++) {
                check(index * durable.length + writer, forEver && all);
            }
        }
        return new Found(next, verified, gone);
    }

    /** What was put but not made durable before a kill may be there with gaps; a later run could not know of them. */
    private void fillHoles(long[] durable, long[] next) {
        for (int writer = 0; writer < next.length; writer++) {
            for (long index = durable[writer]; index < next[writer]; index++) {
                long sequence = index * next.length + writer;
                if (subject.get(plan.keys().write(sequence, key), found.clear()) < 0) {
                    subject.put(plan.keys().write(sequence, key), values.write(sequence, expected));
                }
            }
        }
        subject.flush();
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
