package dev.varve.bench.raw;

import dev.varve.bench.report.LatencyRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/** One file at a time, written by one thread. Prepared and read by the caller between turns, never during one. */
final class RawStream {
    /** A store's writes come from memory that is not in the cache either. */
    private static final int BUFFERS = 2;

    private final RawShape shape;
    private final ByteBuffer[] buffers = new ByteBuffer[BUFFERS];
    private final Histogram batches = LatencyRange.histogram();
    private RawPass pass;
    /** Where in its files, laid end to end, the stream stands; kept over turns, so that all blocks have their turn. */
    private long position;

    private long bytes;
    private long endedAt;
    private IOException failure;

    RawStream(RawShape shape, int number) {
        this.shape = shape;
        SplittableRandom random = new SplittableRandom(number);
        for (int i = 0; i < BUFFERS; i++) {
            buffers[i] = RawFile.alignedBuffer(shape.writeBytes());
            while (buffers[i].hasRemaining()) {
                buffers[i].putLong(random.nextLong());
            }
        }
    }

    void prepare(RawPass next) {
        pass = next;
        bytes = 0;
        failure = null;
        batches.reset();
        long boundary = position / shape.batchBytes() * shape.batchBytes() % next.bytesInAll();
        position = (next.blocks() == Blocks.NEW ? 0 : boundary) + shape.batchBytes() - next.bytesFirst();
    }

    void write(long deadline, BooleanSupplier stopped) {
        try {
            boolean more = true;
            while (more) {
                more = batch(deadline, stopped);
            }
        } catch (IOException e) {
            failure = e;
        }
        endedAt = System.nanoTime();
    }

    /** {@return whether there is time and room for another one} */
    private boolean batch(long deadline, BooleanSupplier stopped) throws IOException {
        RawFile file = pass.files().get((int) (position / pass.bytesUsable()));
        long start = System.nanoTime();
        long written = 0;
        while (written == 0 || position % shape.batchBytes() != 0) {
            boolean late = System.nanoTime() - deadline >= 0 && bytes >= pass.bytesLeast();
            if (late || stopped.getAsBoolean()) {
                file.sync();
                return false;
            }
            ByteBuffer buffer = buffers[(int) (bytes / shape.writeBytes() % BUFFERS)];
            file.write(buffer.clear(), position % pass.bytesUsable());
            written += shape.writeBytes();
            bytes += shape.writeBytes();
            position += shape.writeBytes();
        }
        file.sync();
        if (written == shape.batchBytes()) {
            batches.recordValue(LatencyRange.clamp(System.nanoTime() - start));
        }
        return roll();
    }

    private boolean roll() {
        if (position < pass.bytesInAll()) {
            return true;
        }
        position = 0;
        return pass.blocks() == Blocks.RECYCLED;
    }

    long bytes() {
        return bytes;
    }

    long endedAt() {
        return endedAt;
    }

    /** {@return latencies of whole batches in nanoseconds; reset by the next turn} */
    Histogram batches() {
        return batches;
    }

    void failIfFailed() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }
}
