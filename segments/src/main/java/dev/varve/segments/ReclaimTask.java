package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;

/** Gives back a file that was found in a table's folder and holds nothing. */
final class ReclaimTask implements SpaceTask {
    private final Path path;
    private final TableWriter table;
    private final DriveWriter drive;

    ReclaimTask(Path path, TableWriter table, DriveWriter drive) {
        this.path = path;
        this.table = table;
        this.drive = drive;
    }

    @Override
    public Progress step(long nowNanos) throws IOException {
        // A drop renames the folder.
        synchronized (table.files()) {
            if (drive.drive().fileSystem().exists(path)) {
                FileRetirement.retire(drive, path, drive.drive().fileSystem().length(path), table);
            }
        }
        return Progress.DONE;
    }
}
