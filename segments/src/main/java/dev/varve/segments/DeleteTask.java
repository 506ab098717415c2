package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Deletes a file that lies in the spare folder, from its end in steps with pauses: unlinking a gigabyte at once holds up
 * every writer of the drive. When space is short there are no pauses.
 */
final class DeleteTask implements SpaceTask {
    /** A file up to this length is unlinked at once, in bytes. */
    static final long WHOLE_LENGTH_MAX = 64L << 20;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Path path;
    private final DriveWriter drive;
    private long length;
    private long notBefore;
    private boolean started;

    DeleteTask(Path path, long length, DriveWriter drive) {
        this.path = path;
        this.length = length;
        this.drive = drive;
    }

    /** Bytes still to be given back. */
    long bytes() {
        return length;
    }

    @Override
    public Progress step(long nowNanos) throws IOException {
        if (started && nowNanos - notBefore < 0 && !drive.room().isShort()) {
            return Progress.WAIT;
        }
        started = true;
        notBefore = nowNanos + PAUSE_NANOS;
        FileSystem fs = drive.drive().fileSystem();
        if (length <= WHOLE_LENGTH_MAX || fs.linkCount(path) > 1) {
            fs.delete(path);
            length = 0;
            return Progress.DONE;
        }
        length = Math.max(WHOLE_LENGTH_MAX, length - SealTask.TRUNCATE_LENGTH);
        try (StoreFile file = fs.open(path, OpenMode.WRITE)) {
            file.truncate(length);
        }
        return Progress.MORE;
    }
}
