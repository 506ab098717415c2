package dev.varve.bench.contest;

import dev.varve.bench.load.Keys;
import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.subject.Subject;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * Puts small values under new keys. Sequences are handed out in runs, so that threads do not meet over them; a thread's
 * buffers are its own.
 */
public final class SmallPuts {
    private static final int RUN = 1024;

    private final Subject subject;
    private final Keys keys;
    private final int valueBytes;
    private final AtomicLong next = new AtomicLong();
    private final ThreadLocal<Buffers> buffers;

    /**
     * Puts into a store.
     *
     * @param subject the store
     * @param keys the keys
     * @param valueBytes length of each value, at least 8
     */
    public SmallPuts(Subject subject, Keys keys, int valueBytes) {
        this.subject = subject;
        this.keys = keys;
        this.valueBytes = valueBytes;
        buffers = ThreadLocal.withInitial(() -> new Buffers(keys, valueBytes));
    }

    private static final class Buffers {
        private final ByteBuffer key;
        private final ByteBuffer value;
        private long sequence;
        private long end;

        private Buffers(Keys keys, int valueBytes) {
            key = keys.buffer();
            value = ByteBuffer.allocateDirect(valueBytes).order(ByteOrder.LITTLE_ENDIAN);
            SplittableRandom random = new SplittableRandom(valueBytes);
            while (value.hasRemaining()) {
                value.put((byte) random.nextInt());
            }
            value.clear();
        }
    }

    /** {@return bytes of a key and a value} */
    public int pairBytes() {
        return keys.keyBytes() + valueBytes;
    }

    /** {@return the end of what was handed out; nearly all below it was put} */
    public long count() {
        return next.get();
    }

    private long nextSequence(Buffers own) {
        if (own.sequence == own.end) {
            own.sequence = next.getAndAdd(RUN);
            own.end = own.sequence + RUN;
        }
        return own.sequence++;
    }

    private void put(Buffers own, boolean durable) {
        long sequence = nextSequence(own);
        ByteBuffer key = keys.write(sequence, own.key);
        own.value.putLong(0, sequence);
        boolean stored = durable ? subject.putDurable(key, own.value) : subject.put(key, own.value);
        if (!stored) {
            throw new IllegalStateException("new key " + sequence + " was refused");
        }
    }

    /** {@return puts that nobody waits for; the flush at the end of the turn counts as a part of it} */
    public Crew.Task async() {
        return new Crew.Task() {
            @Override
            public int some(int thread, Histogram latencies) {
                Buffers own = buffers.get();
                // One in so many is timed, for the clock takes as long as a put does.
                long start = System.nanoTime();
                put(own, false);
                latencies.recordValue(LatencyRange.clampFine(System.nanoTime() - start));
                for (int i = 1; i < RUN; i++) {
                    put(own, false);
                }
                return RUN;
            }

            @Override
            public void end(int thread) {
                subject.flush();
            }
        };
    }

    /**
     * {@return puts each thread waits for}
     *
     * @param outstanding how many it puts before it waits until all of them are durable
     */
    public Crew.Task durable(int outstanding) {
        return (thread, latencies) -> {
            Buffers own = buffers.get();
            long start = System.nanoTime();
            if (outstanding == 1) {
                put(own, true);
            } else {
                for (int i = 0; i < outstanding; i++) {
                    put(own, false);
                }
                subject.flush();
            }
            latencies.recordValue(LatencyRange.clampFine(System.nanoTime() - start));
            return outstanding;
        };
    }

    /**
     * Puts every key below a count, on the calling thread, and flushes. Before any turn.
     *
     * @param count how many
     * @param stopped whether to give up
     */
    public void fill(long count, BooleanSupplier stopped) {
        Buffers own = buffers.get();
        while (own.sequence < count && !(own.sequence % RUN == 0 && stopped.getAsBoolean())) {
            put(own, false);
        }
        subject.flush();
    }
}
