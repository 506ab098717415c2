package dev.varve.bench.raw;

import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.Machine;
import dev.varve.bench.report.OpsTurn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** One thread that appends a block and syncs, again and again: the least a durable write can take. One thread uses it. */
public final class SmallAppends implements AutoCloseable {
    private static final int LAYING_BYTES = 1 << 20;

    private final Path directory;
    private final boolean direct;
    private final long fileBytes;
    private final ByteBuffer block = RawFile.alignedBuffer(RawFile.BLOCK);
    private RawFile laid;
    private long position;
    private int filesMade;

    /**
     * Writes the file whose blocks are recycled.
     *
     * @param directory where
     * @param fileBytes its length, a multiple of a mebibyte
     * @throws IOException if it cannot be written
     */
    public SmallAppends(Path directory, long fileBytes) throws IOException {
        this.directory = directory;
        this.fileBytes = fileBytes;
        direct = RawFile.supportsDirect(directory);
        laid = lay(directory.resolve("appends-laid.raw"), fileBytes, direct);
        while (block.hasRemaining()) {
            block.putLong(block.position() * 0x9E3779B97F4A7C15L);
        }
    }

    static RawFile lay(Path path, long bytes, boolean direct) throws IOException {
        RawFile file = RawFile.create(path, direct);
        ByteBuffer buffer = RawFile.alignedBuffer(LAYING_BYTES);
        for (long at = 0; at < bytes; at += LAYING_BYTES) {
            file.write(buffer.clear(), at);
        }
        file.sync();
        return file;
    }

    /**
     * One turn.
     *
     * @param blocks a growing file or one that keeps its length
     * @param length how long
     * @return what was reached
     * @throws IOException if writing fails
     */
    public OpsTurn turn(Blocks blocks, Duration length) throws IOException {
        if (blocks == Blocks.RECYCLED) {
            return append(laid, position, length);
        }
        RawFile growing = RawFile.create(directory.resolve("appends-" + filesMade++ + ".raw"), direct);
        try {
            return append(growing, 0, length);
        } finally {
            growing.remove();
        }
    }

    private OpsTurn append(RawFile file, long from, Duration length) throws IOException {
        Histogram latencies = LatencyRange.fineHistogram();
        long at = from;
        long ops = 0;
        long cpu = Machine.processCpuNanos();
        long start = System.nanoTime();
        long now = start;
        while (now - start < length.toNanos()) {
            file.write(block.clear(), at);
            file.sync();
            at = (at + RawFile.BLOCK) % fileBytes;
            ops++;
            long then = System.nanoTime();
            latencies.recordValue(LatencyRange.clampFine(then - now));
            now = then;
        }
        if (file == laid) {
            position = at;
        }
        return new OpsTurn(ops, now - start, Machine.processCpuNanos() - cpu, latencies);
    }

    @Override
    public void close() throws IOException {
        laid.remove();
    }
}
