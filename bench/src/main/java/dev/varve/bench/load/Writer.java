package dev.varve.bench.load;

import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.Subject;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Puts values in batches, each made durable before the next begins. Its state belongs to the thread that runs its turn.
 * Writer {@code w} of {@code n} puts the sequences w, w + n, w + 2n and so on.
 */
final class Writer {
    private final int number;
    private final LoadSpec spec;
    private final Subject subject;
    private final Keys keys;
    private final ByteBuffer key;
    private final Values.Cutter cutter;
    private final LiveWindow window;
    private final Pacer pacer;
    private final boolean isVisibleAtOnce;
    private Totals totals;
    private LongSupplier storeNanos;
    private SingleWriterRecorder puts;
    private SingleWriterRecorder batches;
    private long endedAt;
    /** Read by the thread that runs the turns. */
    private volatile long durable;
    /** Of the next put. */
    private long index;
    /** Put, but not to be read before the flush. */
    private int unseen;

    Writer(int number, LoadSpec spec, Subject subject, Keys keys, Values values) {
        this.number = number;
        this.spec = spec;
        this.subject = subject;
        this.keys = keys;
        key = keys.buffer();
        isVisibleAtOnce = subject.capabilities().has(Capability.VISIBLE);
        cutter = values.cutter(number);
        window = new LiveWindow(spec.life().horizonNanos());
        double opsPerSecond =
                spec.writeRate() / (keys.keyBytes() + values.shape().mean());
        pacer = Pacer.shared(opsPerSecond, number, spec.writers());
    }

    void reportTo(Totals totals, LongSupplier storeNanos, SingleWriterRecorder puts, SingleWriterRecorder batches) {
        this.totals = totals;
        this.storeNanos = storeNanos;
        this.puts = puts;
        this.batches = batches;
    }

    /** Goes on behind keys that an earlier run put. Before the first turn. */
    void resumeAt(long next) {
        index = next;
        durable = next;
        window.resumeAt(next);
    }

    /** {@return how many keys were put and made durable: a flush that began after them returned} */
    long durable() {
        return durable;
    }

    LiveWindow window() {
        return window;
    }

    /** {@return when the last turn's last flush returned} */
    long endedAt() {
        return endedAt;
    }

    /** One turn: batches until it is over. What was put by then is flushed, though a part of a
     * batch counts as none. */
    void run(long start, TurnEnd end) {
        pacer.restart(start);
        // Each begins at another place of its batch: in a steady state writers do not flush in step either.
        int first = Math.max(1, (int) ((long) spec.valuesPerBatch() * (number + 1) / spec.writers()));
        try {
            boolean more = batch(first, end);
            while (more) {
                more = batch(spec.valuesPerBatch(), end);
            }
        } catch (RuntimeException e) {
            totals.fail(e);
        }
        endedAt = System.nanoTime();
    }

    private boolean batch(int values, TurnEnd end) {
        long start = 0;
        for (int i = 0; i < values; i++) {
            long intended = pacer.next(System.nanoTime());
            if (totals.isStopped() || !end.awaitStart(intended)) {
                flush();
                return false;
            }
            put(intended);
            if (i == 0) {
                start = intended;
            }
        }
        flush();
        if (values == spec.valuesPerBatch()) {
            batches.recordValue(LatencyRange.clamp(System.nanoTime() - start));
        }
        return true;
    }

    private void flush() {
        subject.flush();
        durable = index;
        for (; unseen > 0; unseen--) {
            window.completed();
        }
    }

    private void put(long intended) {
        long sequence = index++ * spec.writers() + number;
        ByteBuffer value = cutter.cut(sequence);
        int bytes = keys.keyBytes() + value.remaining();
        window.starting(storeNanos.getAsLong(), totals.bytesPut());
        boolean stored = subject.put(keys.write(sequence, key), value);
        puts.recordValue(LatencyRange.clamp(System.nanoTime() - intended));
        if (!stored) {
            totals.refused("key " + sequence);
        }
        totals.put(bytes);
        if (isVisibleAtOnce) {
            window.completed();
        } else {
            unseen++;
        }
    }
}
