package dev.varve.internal;

import dev.varve.index.InsertResult;
import dev.varve.segments.Segment;
import dev.varve.segments.ValueStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A put whose value goes, piece by piece, into a segment of its own: one too large for the write buffers, or a stream longer
 * than a chunk. The look-up that decides comes at the end, under the key's stripe lock, when the file is durable; of threads
 * that race exactly one stores. For one thread at a time; {@link #abort()} may come from the thread that closes the table.
 */
final class SegmentPut {
    private final TableCore table;
    private final Duration timeout;
    private final long lowestSequence;
    private final long valueLength;
    private ValueStream stream;
    private Segment published;
    private boolean postponed;

    private SegmentPut(TableCore table, Duration timeout, long valueLength) {
        this.table = table;
        this.valueLength = valueLength;
        this.timeout = timeout;
        lowestSequence = table.sequences.peek();
    }

    /** Begins the segment for the context's key. */
    static SegmentPut open(TableCore table, OperationContext context, long valueLength, long ownTtlMs)
            throws IOException {
        SegmentPut put = new SegmentPut(table, table.store.options.putTimeout(), valueLength);
        table.streams.add(put);
        try {
            put.begin(context, ownTtlMs);
        } catch (IOException | RuntimeException | Error e) {
            table.streams.remove(put);
            throw e;
        }
        return put;
    }

    private synchronized void begin(OperationContext context, long ownTtlMs) throws IOException {
        table.checkOpen();
        context.request.set(context.hash, context.key, context.value).times(table.time.now(), ownTtlMs);
        stream = table.writer.openStream(context.request, valueLength);
    }

    long lowestSequence() {
        return lowestSequence;
    }

    long valueLength() {
        return valueLength;
    }

    synchronized void write(ByteBuffer piece) throws IOException {
        if (stream == null) {
            table.checkOpen();
            throw new IOException("the stream is closed");
        }
        stream.write(piece);
    }

    /**
     * Completes the value, which must be whole, and makes it visible unless its key got another meanwhile.
     *
     * @return the address of the new record; or minus that of the live one which has the key already
     */
    synchronized long finish(OperationContext context) throws IOException {
        table.checkOpen();
        try {
            long address = stream.finish();
            long answer = publish(context, address);
            while (answer == 0) {
                if (postponed) {
                    table.room.awaitNext(table, IndexRoom.atLeastABit(timeout));
                } else {
                    table.room.await(table, IndexRoom.atLeastABit(timeout));
                }
                answer = publish(context, address);
            }
            return answer;
        } finally {
            if (postponed) {
                table.insertsPending.decrementAndGet();
            }
            abort();
        }
    }

    private long publish(OperationContext context, long address) throws IOException {
        context.finder.prepare(table, context, table.time.now(), 0);
        ReentrantLock stripe = table.locks.of(context.hash);
        stripe.lock();
        try {
            table.checkOpen();
            if (context.finder.find()) {
                retirePublished();
                return context.refused();
            }
            if (!table.index.hasRoom()) {
                return 0;
            }
            if (published == null) {
                published = stream.publish();
            }
            // It is durable and sealed already.
            context.recordEnd = 0;
            return insert(context, address);
        } finally {
            stripe.unlock();
        }
    }

    /** 0 only if hundreds of threads took the last room at once; the freeze of the generation then has to know. */
    private long insert(OperationContext context, long address) {
        if (table.index.insert(context.hash, address) == InsertResult.INSERTED) {
            return address;
        }
        if (!postponed) {
            postponed = true;
            table.insertsPending.incrementAndGet();
        }
        return 0;
    }

    /** Another put came in between publishing and the insert that had to be repeated. */
    private void retirePublished() {
        if (published != null) {
            table.store.retirements.began(table, published);
            table.writer.retire(published);
        }
    }

    /** Gives up what is not published; does nothing after the end. */
    synchronized void abort() {
        if (stream != null) {
            stream.abort();
            stream = null;
            table.streams.remove(this);
        }
    }
}
