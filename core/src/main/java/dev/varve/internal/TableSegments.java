package dev.varve.internal;

import dev.varve.segments.CorruptException;
import dev.varve.segments.DriveSet;
import dev.varve.segments.OpenFiles;
import dev.varve.segments.Segment;
import dev.varve.segments.SegmentLoader;
import dev.varve.segments.SegmentMap;
import dev.varve.segments.TableFiles;
import dev.varve.segments.TableMeta;
import java.io.IOException;
import java.util.List;

/** The segments of one table as they were found at open, and what else lay in its folders. */
record TableSegments(
        TableMeta meta,
        TableFiles files,
        SegmentMap segments,
        List<SegmentLoader.Leftover> leftovers,
        List<CorruptException> damage) {

    static TableSegments load(DriveSet drives, TableMeta meta, OpenFiles openFiles) throws IOException {
        SegmentMap segments = new SegmentMap();
        TableFiles files = new TableFiles(meta.storeId(), meta.tableId(), meta.name(), openFiles);
        KeyHasher hasher = new KeyHasher(meta.hashSeed());
        SegmentLoader loader = new SegmentLoader(meta, files, segments, hasher::hash);
        loader.load(drives.drives());
        return new TableSegments(meta, files, segments, loader.leftovers(), loader.damage());
    }

    /** Of a table that was made just now. */
    static TableSegments none(TableMeta meta, OpenFiles openFiles) {
        TableFiles files = new TableFiles(meta.storeId(), meta.tableId(), meta.name(), openFiles);
        return new TableSegments(meta, files, new SegmentMap(), List.of(), List.of());
    }

    /** The latest append time of any record. */
    long lastAppendMs() {
        long last = ExpiryRule.NONE;
        for (Segment each : segments.snapshot()) {
            last = Math.max(last, each.tally().lastAppendMs());
        }
        return last;
    }
}
