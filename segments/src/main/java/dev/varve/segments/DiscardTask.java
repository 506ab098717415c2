package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;

/** Gives back the file of a prepared segment that was never used. */
final class DiscardTask implements SpaceTask {
    private final PreparedSegment prepared;
    private final TableWriter table;
    private final DriveWriter drive;

    DiscardTask(PreparedSegment prepared, TableWriter table, DriveWriter drive) {
        this.prepared = prepared;
        this.table = table;
        this.drive = drive;
    }

    @Override
    public Progress step(long nowNanos) throws IOException {
        prepared.file().close();
        // A drop renames the folder.
        synchronized (table.files()) {
            Path path =
                    table.files().segmentPath(drive.drive(), prepared.header().sequence());
            FileRetirement.retire(drive, path, prepared.recycledLength(), table);
        }
        return Progress.DONE;
    }
}
