package dev.varve.bench.load;

import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.Machine;
import dev.varve.bench.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Writers and readers on a store, run in turns: between two turns nobody calls the store and everything put is durable.
 * Threads, buffers and sequences go on from turn to turn. For one thread, which runs the turns.
 */
public final class Load implements AutoCloseable {
    private static final long BEAT = TimeUnit.SECONDS.toNanos(1);

    private final List<Writer> writers = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();
    private final Totals totals = new Totals();
    private final Latencies puts = new Latencies();
    private final Latencies batches = new Latencies();
    private final Latencies reads = new Latencies();
    private final ExecutorService threads;

    /**
     * Makes everything that the turns need.
     *
     * @param spec the load
     * @param subject what bears it
     * @param keys the keys
     * @param values the values, made for as many writers
     * @param storeNanos the time the store goes by
     */
    public Load(LoadSpec spec, Subject subject, Keys keys, Values values, LongSupplier storeNanos) {
        for (int i = 0; i < spec.writers(); i++) {
            Writer writer = new Writer(i, spec, subject, keys, values);
            writer.reportTo(totals, storeNanos, puts.recorder(), batches.recorder());
            writers.add(writer);
        }
        for (int i = 0; i < spec.readers() && spec.readRate() > 0; i++) {
            Reader reader = new Reader(i, spec, subject, new Reader.Data(keys, values, List.copyOf(writers)));
            reader.reportTo(totals, storeNanos, reads.recorder());
            readers.add(reader);
        }
        threads = Executors.newFixedThreadPool(writers.size() + readers.size(), task -> {
            Thread thread = new Thread(task, "load");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Told once a second how it goes. */
    public interface Beat {
        /**
         * A second has passed.
         *
         * @param interval since the last call
         * @return whether the turn goes on
         */
        boolean beat(LoadTurn interval);

        /**
         * The turn is over.
         *
         * @param interval since the last call of {@link #beat}, less than a second and the last flushes
         */
        default void end(LoadTurn interval) {}
    }

    /** {@return what all turns counted} */
    public Totals totals() {
        return totals;
    }

    /**
     * Goes on behind what an earlier run put. Before the first turn.
     *
     * @param next for each writer the first number that was never used
     */
    public void resumeAt(long[] next) {
        for (int i = 0; i < next.length; i++) {
            writers.get(i).resumeAt(next[i]);
        }
    }

    /** {@return for each writer how many of its keys were put and made durable} */
    public long[] durable() {
        return writers.stream().mapToLong(Writer::durable).toArray();
    }

    /** Ends the running turn, and every later one, at the next operation. From any thread. */
    public void stop() {
        totals.stop();
    }

    /**
     * One turn.
     *
     * @param length how long puts are made
     * @param beat told once a second
     * @return what was reached
     * @throws RuntimeException what the store threw at a writer
     */
    public LoadTurn turn(Duration length, Beat beat) {
        CountDownLatch done = new CountDownLatch(writers.size() + readers.size());
        long cpu = Machine.processCpuNanos();
        long start = System.nanoTime();
        TurnEnd end = new TurnEnd(start + length.toNanos());
        Progress progress = new Progress(beat, end);
        for (Writer writer : writers) {
            threads.execute(() -> {
                writer.run(start, end);
                done.countDown();
            });
        }
        for (Reader reader : readers) {
            threads.execute(() -> {
                reader.run(start, end);
                done.countDown();
            });
        }
        progress.until(done);
        long cpuUsed = Machine.processCpuNanos() - cpu;
        totals.throwIfFailed();
        long endedAt = start;
        for (Writer writer : writers) {
            endedAt = Math.max(endedAt, writer.endedAt());
        }
        return progress.sum(endedAt - start, cpuUsed);
    }

    @Override
    public void close() {
        totals.stop();
        threads.shutdown();
    }

    /** Adds up a turn second by second. */
    private final class Progress {
        private final Beat beat;
        private final TurnEnd end;
        private final long bytesBefore = totals.bytesPut();
        private final Histogram allPuts = LatencyRange.histogram();
        private final Histogram allBatches = LatencyRange.histogram();
        private final Histogram allReads = LatencyRange.histogram();
        private long bytesAtBeat = bytesBefore;
        private long beatAt = System.nanoTime();

        private Progress(Beat beat, TurnEnd end) {
            this.beat = beat;
            this.end = end;
        }

        private void until(CountDownLatch done) {
            try {
                while (!done.await(beatAt + BEAT - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    if (!beat.beat(interval())) {
                        end.now();
                    }
                }
            } catch (InterruptedException e) {
                totals.stop();
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the load was running", e);
            }
            beat.end(interval());
        }

        private LoadTurn interval() {
            long now = System.nanoTime();
            long bytes = totals.bytesPut();
            LoadTurn interval = new LoadTurn(
                    bytes - bytesAtBeat,
                    now - beatAt,
                    0,
                    LatencyRange.histogram(),
                    LatencyRange.histogram(),
                    LatencyRange.histogram());
            puts.drainTo(interval.puts());
            batches.drainTo(interval.batches());
            reads.drainTo(interval.reads());
            allPuts.add(interval.puts());
            allBatches.add(interval.batches());
            allReads.add(interval.reads());
            bytesAtBeat = bytes;
            beatAt = now;
            return interval;
        }

        private LoadTurn sum(long nanos, long cpuNanos) {
            return new LoadTurn(totals.bytesPut() - bytesBefore, nanos, cpuNanos, allPuts, allBatches, allReads);
        }
    }
}
