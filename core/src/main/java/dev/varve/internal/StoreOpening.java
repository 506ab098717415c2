package dev.varve.internal;

import dev.varve.StoreOptions;
import dev.varve.segments.DiskFileSystem;
import dev.varve.segments.DriveSet;
import dev.varve.segments.DriveSetOptions;
import dev.varve.segments.DriveWriter;
import dev.varve.segments.FileSystem;
import dev.varve.segments.MemoryFileSystem;
import dev.varve.segments.OpenFiles;
import dev.varve.segments.TableMeta;
import dev.varve.segments.TableMetaStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Opens a store: drives, metadata, segments, indexes, threads. By the thread that opens it. */
final class StoreOpening {
    private final FileSystem fileSystem;
    private final StoreOptions options;
    private final List<Path> roots;

    StoreOpening(FileSystem fileSystem, StoreOptions options, List<Path> roots) {
        this.fileSystem = fileSystem;
        this.options = options;
        this.roots = roots;
    }

    static StoreCore onDrives(StoreOptions options) {
        return new StoreOpening(new DiskFileSystem(), options, options.drives()).open();
    }

    static StoreCore inMemory(StoreOptions options) {
        return new StoreOpening(new MemoryFileSystem(), options, List.of(Path.of("/memory"))).open();
    }

    StoreCore open() {
        try {
            DriveSetOptions wanted = new DriveSetOptions(options.allowMissingDrives(), newId(), Holder.text());
            DriveSet drives = DriveSet.open(fileSystem, roots, wanted);
            StoreCore store = null;
            try {
                store = open(drives);
                return store;
            } finally {
                if (store == null) {
                    drives.close();
                }
            }
        } catch (IOException e) {
            throw Failures.ofOpen(e);
        }
    }

    private StoreCore open(DriveSet drives) throws IOException {
        TableMetaStore metas = TableMetaStore.load(drives, SystemRandom.INSTANCE);
        OpenFiles openFiles = new OpenFiles(options.openFilesMax());
        List<TableSegments> found = new ArrayList<>();
        for (TableMeta meta : metas.tables()) {
            found.add(TableSegments.load(drives, meta, openFiles));
        }
        long lastAppendMs =
                found.stream().mapToLong(TableSegments::lastAppendMs).max().orElse(ExpiryRule.NONE);
        StoreTime time = new StoreTime(options.clock(), lastAppendMs, ClockReport::difference);
        StoreCore store = new StoreCore(options, drives, metas, time, openFiles);
        for (DriveWriter writer : store.writers) {
            writer.findSpares();
            writer.room().refresh();
        }
        for (TableSegments each : found) {
            store.catalog.add(new TableOpening(store, each).open());
        }
        store.start();
        return store;
    }

    private static UUID newId() {
        return new UUID(SystemRandom.INSTANCE.nextLong(), SystemRandom.INSTANCE.nextLong());
    }
}
