package dev.varve.bench.contest;

import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.Machine;
import dev.varve.bench.report.OpsTurn;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** Threads that do one thing together for a while. For one thread at a time, which runs the turns. */
public final class Crew implements AutoCloseable {
    private final ExecutorService threads;
    private volatile boolean stopped;

    /**
     * Makes the threads.
     *
     * @param most how many can work at the same time
     */
    public Crew(int most) {
        threads = Executors.newFixedThreadPool(most, task -> {
            Thread thread = new Thread(task, "crew");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** What each thread does. */
    public interface Task {
        /**
         * Does it a few times, for less than some milliseconds.
         *
         * @param thread from 0
         * @param latencies the thread's own, for what is worth recording
         * @return how many operations were done
         * @throws IOException if files fail
         */
        int some(int thread, Histogram latencies) throws IOException;

        /**
         * Ends the turn; its time counts.
         *
         * @param thread from 0
         * @throws IOException if files fail
         */
        default void end(int thread) throws IOException {}
    }

    /** Ends the running turn, and every later one, soon. From any thread. */
    public void stop() {
        stopped = true;
    }

    /**
     * One turn.
     *
     * @param count how many threads
     * @param length how long
     * @param task what each does
     * @return operations of all of them; the time is until the last one ended
     * @throws IOException if the task threw one
     */
    public OpsTurn run(int count, Duration length, Task task) throws IOException {
        LongAdder ops = new LongAdder();
        Histogram latencies = LatencyRange.fineHistogram();
        AtomicReference<Exception> failure = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(count);
        long cpu = Machine.processCpuNanos();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            int thread = i;
            threads.execute(() -> {
                Histogram own = LatencyRange.fineHistogram();
                try {
                    while (System.nanoTime() - start < length.toNanos() && failure.get() == null && !stopped) {
                        ops.add(task.some(thread, own));
                    }
                    task.end(thread);
                } catch (IOException | RuntimeException e) {
                    failure.compareAndSet(null, e);
                } finally {
                    synchronized (latencies) {
                        latencies.add(own);
                    }
                    done.countDown();
                }
            });
        }
        await(done);
        long nanos = System.nanoTime() - start;
        rethrow(failure.get());
        return new OpsTurn(ops.sum(), nanos, Machine.processCpuNanos() - cpu, latencies);
    }

    private static void await(CountDownLatch done) throws IOException {
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted during a turn", e);
        }
    }

    private static void rethrow(Exception failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdown();
    }
}
