package dev.varve.bench.raw;

import dev.varve.bench.report.Text;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How much disk a run may take: a quarter of what is free, shared by the drives that lie on one file system.
 *
 * @param bytesPerDrive what each drive may take at most
 * @param bytesFree what is free on the drive with the least, before the run
 */
public record DiskBudget(long bytesPerDrive, long bytesFree) {
    private static final int SHARE = 4;

    /**
     * Looks at the drives.
     *
     * @param drives existing directories
     * @return the budget, the same for each drive: the smallest
     * @throws IOException if a drive cannot be asked
     */
    public static DiskBudget of(List<Path> drives) throws IOException {
        long perDrive = Long.MAX_VALUE;
        long free = Long.MAX_VALUE;
        for (Path drive : drives) {
            FileStore store = Files.getFileStore(drive);
            int neighbours = 0;
            for (Path other : drives) {
                if (Files.getFileStore(other).equals(store)) {
                    neighbours++;
                }
            }
            long usable = store.getUsableSpace();
            free = Math.min(free, usable);
            perDrive = Math.min(perDrive, usable / SHARE / neighbours);
        }
        return new DiskBudget(perDrive, free);
    }

    /**
     * Refuses a run that needs more than may be taken, before it starts.
     *
     * @param bytes needed on one drive
     * @param option that makes it less
     * @throws IOException one line that says what is needed, and what there is
     */
    public void require(long bytes, String option) throws IOException {
        if (bytes > bytesPerDrive) {
            throw new IOException("not enough free space: up to " + Text.bytes(bytes) + " needed, a quarter of "
                    + Text.bytes(bytesFree) + " is allowed; try a smaller " + option);
        }
    }

    /**
     * {@return whether a directory's file system lives in memory, where a device cannot be measured}
     *
     * @param directory an existing directory
     * @throws IOException if it cannot be asked
     */
    public static boolean isMemory(Path directory) throws IOException {
        String type = Files.getFileStore(directory).type();
        return type.equals("tmpfs") || type.equals("ramfs");
    }
}
