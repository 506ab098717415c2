package dev.varve;

import dev.varve.internal.JvmMemory;
import dev.varve.internal.OptionProblems;
import dev.varve.internal.SystemClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** How a store is opened. Immutable; made by {@link #at(Path...)} and a {@link Builder}. None of it is stored. */
public final class StoreOptions {
    private static final long WRITE_BUFFER_MIN = 4L << 20;
    private static final StoreListener NO_LISTENER = new StoreListener() {};

    private final List<Path> drives;
    private final long writeBufferBytes;
    private final long indexBytesMax;
    private final Duration putTimeout;
    private final int lanesPerDrive;
    private final int openFilesMax;
    private final long freeSpaceMin;
    private final boolean allowMissingDrives;
    private final StoreClock clock;
    private final StoreListener listener;

    private StoreOptions(Builder builder) {
        drives = builder.drives;
        writeBufferBytes = builder.writeBufferBytes;
        indexBytesMax = builder.indexBytesMax;
        putTimeout = builder.putTimeout;
        lanesPerDrive = builder.lanesPerDrive;
        openFilesMax = builder.openFilesMax;
        freeSpaceMin = builder.freeSpaceMin;
        allowMissingDrives = builder.allowMissingDrives;
        clock = builder.clock;
        listener = builder.listener;
    }

    /**
     * A builder for a store on the given drives, each a directory, normally on a device of its own. {@code ~} at the start
     * means the home directory; directories that do not exist are made. The order is of no importance, and a drive may be
     * mounted elsewhere next time. Drives may be added between two openings.
     *
     * @param drives 1 to 64
     */
    public static Builder at(Path... drives) {
        return new Builder(List.of(drives), true);
    }

    /** A builder for {@link Store#inMemory(StoreOptions)}: no drives, and defaults that suit a test. */
    public static Builder inMemory() {
        return new Builder(List.of(), false).writeBufferBytes(16L << 20).freeSpaceMin(0);
    }

    /** The drives. */
    public List<Path> drives() {
        return drives;
    }

    /**
     * Off-heap memory for values on their way to the drives, in bytes: 4 MiB to 64 GiB. Puts wait when it is used up. Default
     * 256 MiB, or a quarter of the JVM's limit for direct memory ({@code -XX:MaxDirectMemorySize}) if that is less.
     */
    public long writeBufferBytes() {
        return writeBufferBytes;
    }

    /**
     * Bound of the off-heap memory for the index, in bytes: 1 MiB to 1 TiB. A key takes about 15. At the bound puts fail with
     * {@link IndexFullException}. Default: half of the JVM's limit for direct memory.
     */
    public long indexBytesMax() {
        return indexBytesMax;
    }

    /**
     * How long a put waits for room in the write buffers before it fails with {@link PutTimeoutException}: zero (not at all)
     * to 1 day. Default 1 minute.
     */
    public Duration putTimeout() {
        return putTimeout;
    }

    /** Segments of a table that are written at the same time on one drive: 1 to 16. Default 4. */
    public int lanesPerDrive() {
        return lanesPerDrive;
    }

    /** Most files held open at the same time: at least 16. Default 512. */
    public int openFilesMax() {
        return openFilesMax;
    }

    /**
     * Bytes of each drive that are left free, besides what is in the write buffers: at least 0. A drive with less takes no
     * puts. The store's own metadata lives from it. Default -1: a twentieth of the drive, at most 1 GiB; in memory 0.
     */
    public long freeSpaceMin() {
        return freeSpaceMin;
    }

    /**
     * Whether the store opens although drives of it are absent. Their keys are absent too and may be put again; when the drive
     * returns, the newest value of a key wins. Default false.
     */
    public boolean allowMissingDrives() {
        return allowMissingDrives;
    }

    /** Where the time comes from. Default: the system. */
    public StoreClock clock() {
        return clock;
    }

    /** Who hears what happens. Default: nobody. */
    public StoreListener listener() {
        return listener;
    }

    @Override
    public String toString() {
        return "StoreOptions[drives=" + drives + ", writeBufferBytes=" + writeBufferBytes + ", indexBytesMax="
                + indexBytesMax + ", putTimeout=" + putTimeout + ", lanesPerDrive=" + lanesPerDrive + ", openFilesMax="
                + openFilesMax + ", freeSpaceMin=" + freeSpaceMin + ", allowMissingDrives=" + allowMissingDrives + "]";
    }

    /** Collects options; for one thread. */
    public static final class Builder {
        private final List<Path> drives;
        private final boolean onDrives;
        private long writeBufferBytes = Math.min(256L << 20, Math.max(WRITE_BUFFER_MIN, JvmMemory.directMax() / 4));
        private long indexBytesMax = Math.max(1L << 20, JvmMemory.directMax() / 2);
        private Duration putTimeout = Duration.ofMinutes(1);
        private int lanesPerDrive = 4;
        private int openFilesMax = 512;
        private long freeSpaceMin = -1;
        private boolean allowMissingDrives;
        private StoreClock clock = SystemClock.INSTANCE;
        private StoreListener listener = NO_LISTENER;

        private Builder(List<Path> drives, boolean onDrives) {
            this.drives = drives;
            this.onDrives = onDrives;
        }

        /** See {@link StoreOptions#writeBufferBytes()}. */
        public Builder writeBufferBytes(long writeBufferBytes) {
            this.writeBufferBytes = writeBufferBytes;
            return this;
        }

        /** See {@link StoreOptions#indexBytesMax()}. */
        public Builder indexBytesMax(long indexBytesMax) {
            this.indexBytesMax = indexBytesMax;
            return this;
        }

        /** See {@link StoreOptions#putTimeout()}. */
        public Builder putTimeout(Duration putTimeout) {
            this.putTimeout = Objects.requireNonNull(putTimeout, "putTimeout");
            return this;
        }

        /** See {@link StoreOptions#lanesPerDrive()}. */
        public Builder lanesPerDrive(int lanesPerDrive) {
            this.lanesPerDrive = lanesPerDrive;
            return this;
        }

        /** See {@link StoreOptions#openFilesMax()}. */
        public Builder openFilesMax(int openFilesMax) {
            this.openFilesMax = openFilesMax;
            return this;
        }

        /** See {@link StoreOptions#freeSpaceMin()}. */
        public Builder freeSpaceMin(long freeSpaceMin) {
            this.freeSpaceMin = freeSpaceMin;
            return this;
        }

        /** See {@link StoreOptions#allowMissingDrives()}. */
        public Builder allowMissingDrives(boolean allowMissingDrives) {
            this.allowMissingDrives = allowMissingDrives;
            return this;
        }

        /** See {@link StoreOptions#clock()}. */
        public Builder clock(StoreClock clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /** See {@link StoreOptions#listener()}. */
        public Builder listener(StoreListener listener) {
            this.listener = Objects.requireNonNull(listener, "listener");
            return this;
        }

        /**
         * The options.
         *
         * @throws OptionsException naming everything that is wrong with them
         */
        public StoreOptions build() {
            OptionProblems problems = new OptionProblems("StoreOptions");
            if (onDrives) {
                problems.checkRange("number of drives", drives.size(), 1, Limits.DRIVES_MAX);
                problems.checkDistinct("drives", drives);
            }
            problems.checkRange("writeBufferBytes", writeBufferBytes, WRITE_BUFFER_MIN, 64L << 30);
            problems.checkRange("indexBytesMax", indexBytesMax, 1L << 20, 1L << 40);
            problems.checkDuration("putTimeout", putTimeout, Duration.ZERO, Duration.ofDays(1));
            problems.checkRange("lanesPerDrive", lanesPerDrive, 1, 16);
            problems.checkRange("openFilesMax", openFilesMax, 16, Integer.MAX_VALUE);
            problems.checkRange("freeSpaceMin", freeSpaceMin, -1, Long.MAX_VALUE);
            problems.throwIfAny();
            return new StoreOptions(this);
        }
    }
}
