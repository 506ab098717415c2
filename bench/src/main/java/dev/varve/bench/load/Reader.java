package dev.varve.bench.load;

import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.subject.Subject;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Reads random live keys at a rate and compares every byte with the value made again. Its state belongs to the thread that
 * runs its turn.
 */
final class Reader {
    /** Clocks are read at different moments and to the millisecond; so near its end a key may be gone or not. */
    private static final long DOUBT_NANOS = 50_000_000;

    private final LoadSpec spec;
    private final Subject subject;
    private final Keys keys;
    private final Values values;
    private final List<Writer> writers;
    private final SplittableRandom random;
    private final Pacer pacer;
    private final ByteBuffer key;
    private final ByteBuffer expected;
    private final ByteBuffer found;
    private Totals totals;
    private LongSupplier storeNanos;
    private SingleWriterRecorder reads;

    Reader(int number, LoadSpec spec, Subject subject, Data data) {
        this.spec = spec;
        this.subject = subject;
        keys = data.keys();
        values = data.values();
        writers = data.writers();
        random = new SplittableRandom(spec.life().seed() + number);
        pacer = Pacer.shared(spec.readRate() / Math.max(1, values.shape().mean()), number, spec.readers());
        key = keys.buffer();
        expected = values.buffer();
        found = values.buffer();
    }

    /** What is read. */
    record Data(Keys keys, Values values, List<Writer> writers) {}

    void reportTo(Totals totals, LongSupplier storeNanos, SingleWriterRecorder reads) {
        this.totals = totals;
        this.storeNanos = storeNanos;
        this.reads = reads;
    }

    void run(long start, TurnEnd end) {
        pacer.restart(start);
        long intended = pacer.next(System.nanoTime());
        while (!totals.isStopped() && end.awaitStart(intended)) {
            read(intended);
            intended = pacer.next(System.nanoTime());
        }
    }

    private void read(long intended) {
        int writer = random.nextInt(writers.size());
        LiveWindow window = writers.get(writer).window();
        long lowest = lowestLive(window);
        long count = window.count();
        if (lowest >= count) {
            return;
        }
        long index = random.nextLong(lowest, count);
        long sequence = index * writers.size() + writer;
        try {
            int length = subject.get(keys.write(sequence, key), found.clear());
            reads.recordValue(LatencyRange.clamp(System.nanoTime() - intended));
            judge(sequence, length, index >= lowestLive(window));
        } catch (RuntimeException e) {
            totals.failed("key " + sequence, e);
        }
    }

    private void judge(long sequence, int length, boolean mustLive) {
        String name = "key " + sequence;
        if (length < 0) {
            if (mustLive) {
                totals.missing(name);
            } else {
                totals.expired();
            }
        } else if (length != values.length(sequence)) {
            totals.wrong(name, length + " bytes instead of " + values.length(sequence));
        } else {
            values.write(sequence, expected);
            int differs = found.flip().mismatch(expected);
            if (differs < 0) {
                totals.verified();
            } else {
                totals.wrong(name, "byte " + differs + " of " + length + " differs");
            }
        }
    }

    private long lowestLive(LiveWindow window) {
        LoadSpec.Life life = spec.life();
        long timeLeast =
                life.ttlNanos() == 0 ? Long.MIN_VALUE / 2 : storeNanos.getAsLong() - life.ttlNanos() + DOUBT_NANOS;
        return window.lowestLive(timeLeast, totals.bytesPut() - life.bytesKept());
    }
}
