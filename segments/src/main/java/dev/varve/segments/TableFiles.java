package dev.varve.segments;

import java.nio.file.Path;
import java.util.UUID;

/** Where the files of one table lie, and what their headers say. */
public record TableFiles(UUID storeId, int tableId, String name, OpenFiles openFiles) {
    public Path folder(Drive drive) {
        return drive.root().resolve(name);
    }

    public Path segmentPath(Drive drive, long sequence) {
        return folder(drive).resolve(segmentName(sequence));
    }

    /** The 20-digit name of a segment's file. */
    public static String segmentName(long sequence) {
        return FileNames.segment(sequence);
    }
}
