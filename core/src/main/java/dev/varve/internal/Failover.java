package dev.varve.internal;

import dev.varve.StoreFaultException;
import dev.varve.index.InsertResult;
import dev.varve.segments.Address;
import dev.varve.segments.AppendRequest;
import dev.varve.segments.FlushWait;
import dev.varve.segments.LaneFault;
import dev.varve.segments.SegmentEnd;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Moves what a failed lane held to a healthy drive. First the ends of its segments are stored in the table's metadata, so that
 * no later opening goes beyond them; then the records above are appended again, from their chunks, and made durable; only
 * then those who wait for the failed lane go on. With no healthy drive left the store fails.
 *
 * <p>Run by the failover agent.
 */
final class Failover {
    private final StoreCore store;
    private final LaneFault fault;
    private final AppendRequest request = new AppendRequest();
    /** The last record moved into each segment. */
    private final Map<Long, Moved> moved = new HashMap<>();

    private record Moved(long address, long end) {}

    Failover(StoreCore store, LaneFault fault) {
        this.store = store;
        this.fault = fault;
    }

    void run() {
        TableCore table = store.catalog.byId(fault.table().files().tableId());
        if (table == null) {
            // Dropped: nobody waits for its records.
            fault.moved();
            return;
        }
        try {
            storeEnds(table);
            fault.forEachUnsynced((address, key, value, appendMs, ownTtlMs) -> {
                request.set(table.hasher.hash(key), key, value).times(appendMs, ownTtlMs);
                append(table);
            });
            flushMoved(table);
            fault.moved();
        } catch (IOException e) {
            e.addSuppressed(fault.cause());
            store.faults.latch(new StoreFaultException(
                    "no drive takes what " + fault.drive().root() + " could not write: "
                            + fault.cause().getMessage(),
                    fault.cause()));
            fault.lost();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fault.lost();
        } catch (RuntimeException e) {
            fault.lost();
            throw e;
        } finally {
            if (request.chunksReserved() > 0) {
                store.pool.unreserve(request.chunksReserved());
            }
        }
    }

    private void storeEnds(TableCore table) throws IOException {
        long[] ends = fault.durableEnds();
        store.metas.update(table.id, meta -> {
            var changed = meta;
            for (int i = 0; i < ends.length; i += 2) {
                changed = changed.withAbandonedEnd(new SegmentEnd(ends[i], ends[i + 1]));
            }
            return changed;
        });
    }

    private void append(TableCore table) throws IOException, InterruptedException {
        long address = 0;
        while (address <= 0) {
            if (!table.index.hasRoom()) {
                table.room.await(table, IndexRoom.atLeastABit(store.options.putTimeout()));
            }
            ReentrantLock stripe = table.locks.of(request.hash());
            stripe.lock();
            try {
                address = table.writer.append(request);
                if (address > 0) {
                    insert(table, address);
                }
            } finally {
                stripe.unlock();
            }
            if (address < 0) {
                reserve(table, (int) -address);
            }
        }
        moved.put(Address.sequence(address), new Moved(address, request.recordEnd()));
    }

    private void insert(TableCore table, long address) throws IOException {
        if (table.index.insert(request.hash(), address) != InsertResult.INSERTED) {
            throw new IOException("the index has no room for what is moved from " + fault.drive());
        }
    }

    /** The failed lane itself may hold all chunks, so the pool is overdrawn rather than waited for. */
    private void reserve(TableCore table, int chunks) throws IOException, InterruptedException {
        int more = chunks - request.chunksReserved();
        if (!store.pool.reserve(more, 0)) {
            flushMoved(table);
            store.pool.overdraw(more);
        }
        request.chunksReserved(chunks);
    }

    private void flushMoved(TableCore table) throws IOException, InterruptedException {
        FlushWait wait = new FlushWait();
        for (Moved last : moved.values()) {
            table.writer.flushRecord(last.address(), last.end(), wait);
        }
        moved.clear();
        wait.end();
        wait.await();
        if (wait.failure() != null) {
            throw wait.failure();
        }
    }
}
