package dev.varve.internal;

import dev.varve.segments.FlushWait;
import dev.varve.segments.Segment;
import dev.varve.segments.TableFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Drops a table: no more operations, on the list of dropped tables, its folders out of the way, its segments given away in
 * the background. Under the catalog's monitor.
 */
final class TableDrop {
    private static final long SEAL_SECONDS_MAX = 10;

    private final StoreCore store;
    private final TableCore table;

    TableDrop(StoreCore store, TableCore table) {
        this.store = store;
        this.table = table;
    }

    void run() throws IOException {
        store.metas.drop(table.id);
        table.drop();
        store.locks.passAll();
        table.streams.abortAll();
        table.leases.takeAwayAll();
        endWriting();
        TableFiles files = table.writer.files();
        List<Path> folders;
        synchronized (files) {
            folders = store.metas.moveDropped(table.id, table.name);
            if (!folders.isEmpty()) {
                files.folderRenamed(folders.get(0).getFileName().toString());
            }
        }
        for (Segment each : table.segments.snapshot()) {
            store.retirements.began(table, each);
            table.writer.retire(each);
        }
        Meter.keepTotals(table);
        store.expiryAgent.deleteWhenEmpty(folders);
    }

    /** No agent shall make a file in a folder that is being renamed; a drive that is full is not waited for without end. */
    private void endWriting() {
        FlushWait sealed = new FlushWait();
        table.writer.close(sealed);
        sealed.end();
        try {
            sealed.await(SEAL_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        table.writer.release();
    }
}
