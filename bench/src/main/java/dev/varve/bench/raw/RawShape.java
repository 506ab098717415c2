package dev.varve.bench.raw;

/**
 * How the device is written.
 *
 * @param writeBytes length of one write, a multiple of 4096
 * @param batchBytes what lies between two syncs of a file, a multiple of writeBytes
 * @param streamsMax most files written at the same time on each drive
 * @param fileBytes length of each of the streamsMax files on each drive, a multiple of batchBytes
 */
public record RawShape(int writeBytes, long batchBytes, int streamsMax, long fileBytes) {
    /** As the issue of the ceiling has it. */
    public static final int WRITE_BYTES = 2 << 20;

    /** Between two syncs. */
    public static final long BATCH_BYTES = 64L << 20;

    /** The numbers of files that are tried. */
    public static final int[] STREAMS = {1, 2, 4, 8};

    private static final int FILES = 8;
    private static final long BYTES_MAX = 4L << 30;

    /** Checks the divisions. */
    public RawShape {
        if (writeBytes % RawFile.BLOCK != 0 || batchBytes % writeBytes != 0 || fileBytes % batchBytes != 0) {
            throw new IllegalArgumentException(
                    "writes, batches and files must divide: " + writeBytes + ", " + batchBytes + ", " + fileBytes);
        }
    }

    /**
     * {@return the ceiling's shape: 2 MiB writes, a sync per 64 MiB, eight files; smaller batches where there is no room}
     *
     * @param bytesPerDrive what the files may take on each drive
     */
    public static RawShape within(long bytesPerDrive) {
        long perFile = Math.min(bytesPerDrive, BYTES_MAX) / FILES;
        long batch = BATCH_BYTES;
        while (batch > WRITE_BYTES && perFile < batch) {
            batch /= 2;
        }
        return new RawShape(WRITE_BYTES, batch, FILES, Math.max(1, perFile / batch) * batch);
    }

    /** {@return what all files of a drive take} */
    public long bytesPerDrive() {
        return streamsMax * fileBytes;
    }
}
