package dev.varve.segments;

import java.nio.file.Path;
import java.util.UUID;

/**
 * Where the files of one table lie, and what their headers say. The folder's name changes once, when the table is dropped:
 * under this object's monitor, which is also held by whoever renames or deletes a file of the table by its path.
 */
public final class TableFiles {
    private final UUID storeId;
    private final int tableId;
    private final OpenFiles openFiles;
    private volatile String folderName;
    private volatile boolean mapped;

    public TableFiles(UUID storeId, int tableId, String name, OpenFiles openFiles) {
        this.storeId = storeId;
        this.tableId = tableId;
        this.openFiles = openFiles;
        folderName = name;
    }

    public UUID storeId() {
        return storeId;
    }

    public int tableId() {
        return tableId;
    }

    OpenFiles openFiles() {
        return openFiles;
    }

    /** Whether sealed segments are read through mappings; counts for files that are opened from now on. */
    public void mapped(boolean wanted) {
        mapped = wanted;
    }

    boolean isMapped() {
        return mapped;
    }

    /** The folders have a new name on every drive. The caller holds this object's monitor since before they were renamed. */
    public void folderRenamed(String name) {
        assert Thread.holdsLock(this);
        folderName = name;
    }

    public Path folder(Drive drive) {
        return drive.root().resolve(folderName);
    }

    public Path segmentPath(Drive drive, long sequence) {
        return folder(drive).resolve(segmentName(sequence));
    }

    /** The 20-digit name of a segment's file. */
    public static String segmentName(long sequence) {
        return FileNames.segment(sequence);
    }
}
