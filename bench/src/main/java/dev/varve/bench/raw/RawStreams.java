package dev.varve.bench.raw;

import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * The raw device: some files on each drive, each written by a thread of its own with large direct writes and a sync per
 * batch. Made once and run in short turns, over new or over recycled blocks; files, buffers and threads stay between
 * turns, so that a turn costs nothing but its writes.
 *
 * <p>One thread calls it; the state of a stream belongs to its thread while a turn runs.
 */
public final class RawStreams implements AutoCloseable {
    /** For what the file system does behind a removal (discards, metadata) to die down. */
    private static final long SETTLING = Duration.ofMillis(300).toNanos();

    private final List<Path> directories;
    private final RawShape shape;
    private final boolean direct;
    private final List<List<RawFile>> files = new ArrayList<>();
    private final List<RawStream> streams = new ArrayList<>();
    private final ExecutorService threads;
    /** What every file holds at least: recycled turns stay below it. */
    private long fileBytesLaid;

    private volatile boolean stopped;

    /**
     * Makes the buffers and the threads; no file yet.
     *
     * @param directories one on each drive
     * @param shape how to write
     * @throws IOException if a directory cannot be written
     */
    public RawStreams(List<Path> directories, RawShape shape) throws IOException {
        this.directories = List.copyOf(directories);
        this.shape = shape;
        boolean all = true;
        for (Path directory : directories) {
            all &= RawFile.supportsDirect(directory);
        }
        direct = all;
        int count = shape.streamsMax() * directories.size();
        for (int i = 0; i < count; i++) {
            streams.add(new RawStream(shape, i));
        }
        threads = Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, "raw-writer");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * {@return whether files in a directory can be written past the page cache}
     *
     * @param directory to try
     * @throws IOException if nothing can be written there
     */
    public static boolean supportsDirect(Path directory) throws IOException {
        return RawFile.supportsDirect(directory);
    }

    /** {@return whether the writes bypass the page cache on every drive} */
    public boolean isDirect() {
        return direct;
    }

    /** {@return how it writes} */
    public RawShape shape() {
        return shape;
    }

    /** {@return what lies in each file, ready to be written over} */
    public long fileBytesLaid() {
        return fileBytesLaid;
    }

    /** Ends the running turn, and every later one, at its next write. */
    public void stop() {
        stopped = true;
    }

    /**
     * Writes every file once, so that recycled turns have something to write over. With little time less of each file is
     * written, and later turns keep to that.
     *
     * @param longest how long it may take; at least one batch of each file is written all the same
     * @return the turn, over new blocks
     * @throws IOException if writing fails
     */
    public RawTurn lay(Duration longest) throws IOException {
        createFiles();
        RawTurn turn = run(shape.streamsMax(), Blocks.NEW, longest, shape.batchBytes());
        long laid = shape.fileBytes();
        for (RawStream stream : streams) {
            laid = Math.min(laid, stream.bytes() / shape.batchBytes() * shape.batchBytes());
        }
        fileBytesLaid = laid;
        return turn;
    }

    /**
     * One turn. Over new blocks the former files are removed first, and the turn ends early when the new ones are full;
     * over recycled ones {@link #lay} must have run, or a turn over new blocks that filled the files.
     *
     * @param count files written at the same time on each drive
     * @param blocks over what
     * @param length how long
     * @return what was reached
     * @throws IOException if writing fails
     */
    public RawTurn turn(int count, Blocks blocks, Duration length) throws IOException {
        if (blocks == Blocks.NEW) {
            createFiles();
            fileBytesLaid = 0;
            LockSupport.parkNanos(SETTLING);
        } else if (fileBytesLaid == 0) {
            throw new IllegalStateException("nothing was laid yet");
        }
        return run(count, blocks, length, 0);
    }

    private void createFiles() throws IOException {
        removeFiles();
        for (Path directory : directories) {
            List<RawFile> ofDrive = new ArrayList<>();
            files.add(ofDrive);
            for (int i = 0; i < shape.streamsMax(); i++) {
                ofDrive.add(RawFile.create(directory.resolve("limit-" + i + ".raw"), direct));
            }
        }
    }

    private void removeFiles() throws IOException {
        for (List<RawFile> ofDrive : files) {
            for (RawFile file : ofDrive) {
                file.remove();
            }
        }
        files.clear();
    }

    private RawTurn run(int count, Blocks blocks, Duration length, long bytesLeast) throws IOException {
        long usable = blocks == Blocks.NEW ? shape.fileBytes() : fileBytesLaid;
        List<RawStream> running = new ArrayList<>();
        for (int drive = 0; drive < directories.size(); drive++) {
            for (int i = 0; i < count; i++) {
                RawStream stream = streams.get(drive * shape.streamsMax() + i);
                // Each begins at another place of its batch: in a steady state streams do not sync in step either.
                long first = shape.batchBytes() * (i + 1) / count / shape.writeBytes() * shape.writeBytes();
                stream.prepare(new RawPass(
                        everyNth(files.get(drive), i, count),
                        blocks,
                        usable,
                        bytesLeast,
                        bytesLeast > 0 ? shape.batchBytes() : Math.max(shape.writeBytes(), first)));
                running.add(stream);
            }
        }
        CountDownLatch done = new CountDownLatch(running.size());
        long cpu = Machine.processCpuNanos();
        long start = System.nanoTime();
        long deadline = start + length.toNanos();
        for (RawStream stream : running) {
            threads.execute(() -> {
                stream.write(deadline, () -> stopped);
                done.countDown();
            });
        }
        awaitAll(done);
        long end = start;
        long bytes = 0;
        Histogram batches = LatencyRange.histogram();
        for (RawStream stream : running) {
            stream.failIfFailed();
            end = Math.max(end, stream.endedAt());
            bytes += stream.bytes();
            batches.add(stream.batches());
        }
        return new RawTurn(count, blocks, bytes, end - start, Machine.processCpuNanos() - cpu, batches);
    }

    private static List<RawFile> everyNth(List<RawFile> files, int first, int step) {
        List<RawFile> chosen = new ArrayList<>();
        for (int i = first; i < files.size(); i += step) {
            chosen.add(files.get(i));
        }
        return chosen;
    }

    static void awaitAll(CountDownLatch done) throws IOException {
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the raw writers were running", e);
        }
    }

    /** Waits for the writers, then removes the files. */
    @Override
    public void close() throws IOException {
        stopped = true;
        threads.shutdown();
        removeFiles();
    }
}
