package dev.varve.segments;

import java.io.IOException;

/** Waits until nobody reads a retired segment, then gives its file a new life or back to the drive. */
final class RetireTask implements SpaceTask {
    private final Segment segment;
    private final TableWriter table;
    private final DriveWriter drive;

    RetireTask(Segment segment, TableWriter table, DriveWriter drive) {
        this.segment = segment;
        this.table = table;
        this.drive = drive;
    }

    @Override
    public Progress step(long nowNanos) throws IOException {
        if (segment.leases() > 0 || !segment.isSealed()) {
            return Progress.WAIT;
        }
        table.files().openFiles().close(segment);
        drive.scope().events().leaving(segment);
        boolean recycled;
        // A drop renames the folder.
        synchronized (table.files()) {
            recycled = FileRetirement.retire(drive, segment.path(), segment.fileLength(), table);
        }
        if (recycled) {
            table.stats().recycledOne();
            drive.scope().events().recycled(segment);
        } else {
            table.stats().deletedOne();
            drive.scope().events().deleted(segment);
        }
        table.leftDisk(segment);
        return Progress.DONE;
    }

    @Override
    public void failed(IOException cause) {
        table.leftDisk(segment);
    }
}
