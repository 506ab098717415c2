package dev.varve.internal;

import dev.varve.IoMode;
import dev.varve.SyncMode;
import dev.varve.TableOptions;
import dev.varve.index.TableIndex;
import dev.varve.segments.SegmentMap;
import dev.varve.segments.TableFolder;
import dev.varve.segments.TableMeta;
import dev.varve.segments.TableWriteOptions;
import dev.varve.segments.TableWriter;
import java.io.IOException;
import java.util.List;

/** Puts an open table together. By the thread that opens the store, or makes the table. */
final class TableOpening {
    private final StoreCore store;
    private final TableMeta meta;
    private final TableSegments found;
    private final SegmentMap segments;

    /** With the segments that were found. */
    TableOpening(StoreCore store, TableSegments found) {
        this.store = store;
        this.meta = found.meta();
        this.found = found;
        this.segments = found.segments();
    }

    static TableOpening ofNew(StoreCore store, TableMeta meta) {
        return new TableOpening(store, TableSegments.none(meta, store.openFiles));
    }

    TableCore open() throws IOException {
        TableOptions options = TableOptions.of(meta.options());
        Mapping.apply(options, found.files(), meta.name());
        Sequences sequences = new Sequences(store.metas, meta.tableId(), meta.sequenceReserved());
        TableWriteOptions writeOptions = new TableWriteOptions(
                TableSettings.targetLength(store, options),
                options.ttl().toMillis(),
                options.ioMode() == IoMode.DIRECT,
                options.syncMode() != SyncMode.NEVER);
        TableWriter writer = new TableWriter(found.files(), segments, sequences, store.writers, writeOptions);
        TableIndex index = new TableIndex(store.slabs);
        IndexClaims claims = new IndexClaims();
        TableFolder folder = new TableFolder(store.drives.get(0), meta.name());
        IndexFiles indexFiles = new IndexFiles(meta, folder, segments, index::generations);
        List<IndexLoading.Missing> missing = new IndexLoading(meta, index, indexFiles, claims, segments).load();
        TableCore core =
                new TableCore(new TableParts(store, meta, options, sequences, writer, index, claims, indexFiles));
        new IndexRebuild(core, claims, indexFiles).run(missing);
        found.leftovers().forEach(writer::reclaim);
        found.damage().forEach(each -> store.listener.damageFound(Failures.of(each)));
        return core;
    }
}
