package dev.varve.internal;

import dev.varve.VarveException;
import dev.varve.segments.FlushWait;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Closes a store: no more operations, everything durable and sealed, the last generation of each index written, threads and
 * files gone, locks given back. Whatever fails on the way, the rest is done all the same. By the thread that closes it.
 */
final class StoreClosing {
    /** Sealing only spares work at the next opening, so it is not waited for without end: the drive may be full. */
    private static final long SEAL_SECONDS_MAX = 10;

    private final StoreCore store;
    private final List<TableCore> tables;
    private VarveException first;

    StoreClosing(StoreCore store) {
        this.store = store;
        this.tables = store.catalog.close();
    }

    void run() {
        endOperations();
        store.stopCaretakers();
        FlushWait flushed = new FlushWait();
        tables.forEach(table -> table.writer.flush(flushed));
        await(flushed, Long.MAX_VALUE);
        if (flushed.failure() != null) {
            note(Failures.ofWrite(store, flushed.failure()));
        } else if (seal()) {
            tables.forEach(this::keepIndex);
        }
        store.threads.close();
        tables.forEach(table -> table.index.close());
        attempt(store.openFiles::closeAll);
        attempt(store.driveSet::close);
        if (first != null) {
            throw first;
        }
    }

    /** Puts under way end or fail; no lease is left but those of reads under way, which are short. */
    private void endOperations() {
        tables.forEach(TableCore::close);
        store.locks.passAll();
        for (TableCore table : tables) {
            table.streams.abortAll();
            table.leases.takeAwayAll();
        }
    }

    private boolean seal() {
        FlushWait sealed = new FlushWait();
        tables.forEach(table -> table.writer.close(sealed));
        boolean all = await(sealed, TimeUnit.SECONDS.toNanos(SEAL_SECONDS_MAX));
        tables.forEach(table -> table.writer.release());
        return all;
    }

    private void keepIndex(TableCore table) {
        attempt(table.growth::close);
        attempt(table.sequences::giveBack);
    }

    /** Ends the wait's own count and waits for the rest, interrupt or not; false if the time was up. */
    private static boolean await(FlushWait wait, long nanos) {
        wait.end();
        boolean interrupted = false;
        try {
            while (!wait.isDone()) {
                try {
                    if (!wait.await(nanos, TimeUnit.NANOSECONDS)) {
                        return false;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A step of closing. */
    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    private void attempt(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            note(Failures.ofWrite(store, e));
        } catch (RuntimeException e) {
            note(new VarveException("closing the store: " + e, e));
        }
    }

    private void note(VarveException failure) {
        if (first == null) {
            first = failure;
        } else if (first != failure) {
            first.addSuppressed(failure);
        }
    }
}
