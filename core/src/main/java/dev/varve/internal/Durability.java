package dev.varve.internal;

import dev.varve.Metric;
import dev.varve.VarveException;
import dev.varve.segments.FlushWait;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Waits until values are durable, or says when they are. Stateless over the store's state; any thread. */
final class Durability {
    private final StoreCore store;

    Durability(StoreCore store) {
        this.store = store;
    }

    /** A future that completes when all that was put into these tables before the call is durable. */
    CompletableFuture<Void> flush(Collection<TableCore> tables) {
        Flush flush = new Flush(store);
        VarveException fault = store.faults.first();
        if (fault != null) {
            flush.future.finish(fault);
            return flush.future;
        }
        for (TableCore table : tables) {
            table.counters.increment(Metric.FLUSHES);
            table.writer.flush(flush.wait);
        }
        flush.wait.end();
        return flush.future;
    }

    CompletableFuture<Void> flush(TableCore table) {
        return flush(List.of(table));
    }

    /** Returns when the record is durable. An interrupt does not end the wait, as the record is stored; it is kept. */
    void await(TableCore table, long address, long recordEnd) {
        table.counters.increment(Metric.FLUSHES);
        if (table.writer.isDurable(address, recordEnd)) {
            return;
        }
        FlushWait wait = new FlushWait();
        table.writer.flushRecord(address, recordEnd, wait);
        wait.end();
        boolean interrupted = false;
        while (!wait.isDone()) {
            try {
                wait.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (wait.failure() != null) {
            throw Failures.ofWrite(store, wait.failure());
        }
    }

    /** One flush under way: tells its future when the last lane has synced. */
    private static final class Flush implements Runnable {
        private final StoreCore store;
        final FlushFuture future;
        final FlushWait wait = new FlushWait(this);

        Flush(StoreCore store) {
            this.store = store;
            this.future = new FlushFuture(store.callbacks);
        }

        /** Called by the agent that made the last byte durable. */
        @Override
        public void run() {
            future.finish(wait.failure() == null ? null : Failures.ofWrite(store, wait.failure()));
        }
    }
}
