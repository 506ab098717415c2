package dev.varve.bench.raw;

import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.Machine;
import dev.varve.bench.report.OpsTurn;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * The ceiling of durable small writes: threads that each wait for their own records, or for so many at once, on the
 * barest log there can be. One thread calls it; each appending thread has its own slot among the waiters.
 */
public final class GroupCommit implements AutoCloseable {
    /** Who writes and syncs. */
    public enum Committer {
        /** One of the waiting threads, for all of them. */
        LEADER,
        /** A thread that does nothing else. */
        THREAD
    }

    private static final long FILE_BYTES = 64L << 20;

    private final GroupLog log;
    private final int threadCount;
    private final ExecutorService threads;
    private final AtomicBoolean committing = new AtomicBoolean();
    private final AtomicReferenceArray<Thread> waiters;
    private volatile Thread committer;
    private volatile IOException failure;

    /**
     * Writes the log's file once.
     *
     * @param directory where
     * @param threadCount appending threads
     * @throws IOException if it cannot be written
     */
    public GroupCommit(Path directory, int threadCount) throws IOException {
        this.threadCount = threadCount;
        log = new GroupLog(directory.resolve("group.raw"), FILE_BYTES, RawFile.supportsDirect(directory));
        waiters = new AtomicReferenceArray<>(threadCount);
        threads = Executors.newFixedThreadPool(threadCount + 1, task -> {
            Thread thread = new Thread(task, "group-commit");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * One turn.
     *
     * @param style who commits
     * @param outstanding records each thread appends before it waits for all of them
     * @param recordBytes length of a record
     * @param length how long
     * @return records made durable; latencies are a thread's waits
     * @throws IOException if writing fails
     */
    public OpsTurn turn(Committer style, int outstanding, int recordBytes, Duration length) throws IOException {
        failure = null;
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch committerGone = new CountDownLatch(style == Committer.THREAD ? 1 : 0);
        if (style == Committer.THREAD) {
            threads.execute(() -> {
                commitUntil(over);
                committerGone.countDown();
            });
        }
        LongAdder ops = new LongAdder();
        Histogram latencies = LatencyRange.fineHistogram();
        CountDownLatch done = new CountDownLatch(threadCount);
        long cpu = Machine.processCpuNanos();
        long start = System.nanoTime();
        for (int i = 0; i < threadCount; i++) {
            int slot = i;
            threads.execute(() -> {
                Histogram own = LatencyRange.fineHistogram();
                ops.add(appendUntil(
                        start + length.toNanos(), new Appending(slot, style, outstanding, recordBytes), own));
                synchronized (latencies) {
                    latencies.add(own);
                }
                done.countDown();
            });
        }
        RawStreams.awaitAll(done);
        long nanos = System.nanoTime() - start;
        over.set(true);
        LockSupport.unpark(committer);
        RawStreams.awaitAll(committerGone);
        if (failure != null) {
            throw failure;
        }
        return new OpsTurn(ops.sum(), nanos, Machine.processCpuNanos() - cpu, latencies);
    }

    private record Appending(int slot, Committer style, int outstanding, int recordBytes) {}

    private long appendUntil(long deadline, Appending how, Histogram latencies) {
        byte[] record = new byte[how.recordBytes()];
        long ops = 0;
        long now = System.nanoTime();
        while (now - deadline < 0 && failure == null) {
            long end = 0;
            for (int i = 0; i < how.outstanding(); i++) {
                end = log.append(record);
            }
            if (how.style() == Committer.LEADER) {
                leadOrFollow(end, how.slot());
            } else {
                follow(end, how.slot());
            }
            ops += how.outstanding();
            long then = System.nanoTime();
            latencies.recordValue(LatencyRange.clampFine(then - now));
            now = then;
        }
        return ops;
    }

    private void leadOrFollow(long end, int slot) {
        while (log.durable() < end && failure == null) {
            if (committing.compareAndSet(false, true)) {
                commit();
                committing.set(false);
                wakeAll();
            } else {
                waiters.set(slot, Thread.currentThread());
                if (log.durable() < end && committing.get() && failure == null) {
                    LockSupport.park(this);
                }
                waiters.set(slot, null);
            }
        }
    }

    private void follow(long end, int slot) {
        waiters.set(slot, Thread.currentThread());
        LockSupport.unpark(committer);
        while (log.durable() < end && failure == null) {
            LockSupport.park(this);
        }
        waiters.set(slot, null);
    }

    private void commitUntil(AtomicBoolean over) {
        committer = Thread.currentThread();
        while (!over.get()) {
            if (commit()) {
                wakeAll();
            } else {
                LockSupport.park(this);
            }
        }
        committer = null;
    }

    private boolean commit() {
        try {
            return log.commit();
        } catch (IOException e) {
            failure = e;
            return true;
        }
    }

    private void wakeAll() {
        for (int i = 0; i < threadCount; i++) {
            LockSupport.unpark(waiters.get(i));
        }
    }

    /** Removes the file. */
    @Override
    public void close() throws IOException {
        threads.shutdown();
        log.close();
    }
}
