package dev.varve.internal;

import dev.varve.PutInterruptedException;
import dev.varve.PutTimeoutException;
import dev.varve.index.InsertResult;
import dev.varve.segments.AppendRequest;
import dev.varve.segments.WritePool;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stores one value that fits into the write buffers, or finds that its key holds a live one. Look-up, append and insert
 * happen under the lock of the key's stripe, so that of threads that race exactly one stores. Nothing is waited for under
 * that lock: where chunks or index room are missing, it is given back first.
 *
 * <p>One for each table, used by all threads; the state of a put is in its context.
 */
final class PutOperation {
    /** One put in so many asks whether the index should grow. */
    private static final int INDEX_ASKED = 64;

    private final TableCore table;
    private final WritePool pool;
    private final Duration timeout;

    PutOperation(TableCore table, WritePool pool, Duration timeout) {
        this.table = table;
        this.pool = pool;
        this.timeout = timeout;
    }

    /**
     * Puts the context's key and value.
     *
     * @return the address of the new record; or minus that of the live one which has the key already
     */
    long put(OperationContext context, long ownTtlMs) throws IOException {
        AppendRequest request = context.request.set(context.hash, context.key, context.value);
        context.appended = 0;
        context.postponed = false;
        try {
            long answer = attempt(context, ownTtlMs);
            while (answer == 0) {
                if (context.chunksWanted > 0) {
                    reserve(request, context.chunksWanted);
                } else if (context.postponed) {
                    table.room.awaitNext(table, IndexRoom.atLeastABit(timeout));
                } else {
                    table.room.await(table, IndexRoom.atLeastABit(timeout));
                }
                answer = attempt(context, ownTtlMs);
            }
            if ((++context.puts & (INDEX_ASKED - 1)) == 0 && table.index.needsNext()) {
                table.wantIndex();
            }
            return answer;
        } finally {
            if (context.postponed) {
                table.insertsPending.decrementAndGet();
            }
            if (request.chunksReserved() > 0) {
                pool.unreserve(request.chunksReserved());
                request.chunksReserved(0);
            }
        }
    }

    /** As {@link #put}; 0: nothing stored yet, for want of the context's {@code chunksWanted}, or else of index room. */
    private long attempt(OperationContext context, long ownTtlMs) throws IOException {
        long nowMs = table.time.now();
        long hash = context.hash;
        context.chunksWanted = 0;
        context.finder.prepare(table, context, nowMs, 0);
        ReentrantLock stripe = table.locks.of(hash);
        stripe.lock();
        try {
            table.checkOpen();
            if (context.finder.find()) {
                return context.refused();
            }
            if (!table.index.hasRoom()) {
                return 0;
            }
            long address = context.appended;
            if (address == 0) {
                address = table.writer.append(context.request.times(nowMs, ownTtlMs));
                if (address < 0) {
                    context.chunksWanted = (int) -address;
                    return 0;
                }
                context.appended = address;
                context.recordEnd = context.request.recordEnd();
            }
            return insert(context, address) ? address : postpone(context);
        } finally {
            stripe.unlock();
        }
    }

    /** The record is there but not in the index, which the freeze of the generation has to know. */
    private long postpone(OperationContext context) {
        if (!context.postponed) {
            context.postponed = true;
            table.insertsPending.incrementAndGet();
        }
        return 0;
    }

    /** False only if hundreds of threads took the last room at once; the next generation has some. */
    private boolean insert(OperationContext context, long address) {
        Finder finder = context.finder;
        for (int i = 0; i < finder.deadCount(); i++) {
            if (table.index.replace(context.hash, finder.deadAddress(i), address)) {
                return true;
            }
        }
        return table.index.insert(context.hash, address) == InsertResult.INSERTED;
    }

    private void reserve(AppendRequest request, int chunks) {
        long needed = (long) chunks * pool.chunkLength();
        try {
            int more = chunks - request.chunksReserved();
            if (more > 0 && !pool.reserve(more, timeout.toNanos())) {
                throw new PutTimeoutException(timeout, needed);
            }
            request.chunksReserved(request.chunksReserved() + Math.max(0, more));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PutInterruptedException(needed);
        }
    }
}
