package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Ends the life of a segment file that nobody reads: it becomes a spare if it is worth keeping and nothing else holds it,
 * else it is deleted.
 *
 * <p>The order matters. The file moves to the spare folder and both directories are synced; only then the count of its links
 * is read, because until then a snapshot could still have linked it under its old name; only then its header is overwritten.
 */
final class FileRetirement {
    private FileRetirement() {}

    /** Answers whether the file was kept as a spare. */
    static boolean retire(DriveWriter drive, Path path, long length, TableWriter table) throws IOException {
        boolean worth = length >= table.targetLength() / 2 && drive.hasUseForSpare(length, table);
        FileSystem fs = drive.drive().fileSystem();
        if (!worth && length <= DeleteTask.WHOLE_LENGTH_MAX) {
            noteLinks(fs, path, length, table);
            fs.delete(path);
            return false;
        }
        Path spare = drive.newSparePath();
        fs.createDirectories(drive.spareFolder());
        fs.rename(path, spare);
        fs.syncDirectory(path.getParent());
        fs.syncDirectory(drive.spareFolder());
        if (noteLinks(fs, spare, length, table)) {
            fs.delete(spare);
            return false;
        }
        if (!worth) {
            drive.delete(spare, length);
            return false;
        }
        makeSpare(drive, spare, table);
        drive.spares().add(new Spares.Spare(spare, length));
        return true;
    }

    /** Whether something else links to the file; then the drive keeps its bytes, and that shall be known. */
    private static boolean noteLinks(FileSystem fs, Path path, long length, TableWriter table) throws IOException {
        boolean linked = fs.linkCount(path) > 1;
        if (linked) {
            table.stats().leftLinked(length);
        }
        return linked;
    }

    private static void makeSpare(DriveWriter drive, Path path, TableWriter table) throws IOException {
        SegmentOwner nobody =
                new SegmentOwner(table.files().storeId(), 0, drive.drive().id(), 0);
        SegmentHeader header = new SegmentHeader(
                SegmentHeader.SPARE,
                nobody,
                0,
                drive.scope().clock().nowMs(),
                drive.scope().newSalt());
        OpenMode mode = drive.drive().isDirect() ? OpenMode.WRITE_DIRECT : OpenMode.WRITE;
        try (StoreFile file = drive.drive().fileSystem().open(path, mode)) {
            drive.writeFirstBlocks(file, header);
        }
    }
}
