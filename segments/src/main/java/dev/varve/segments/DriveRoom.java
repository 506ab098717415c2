package dev.varve.segments;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes appends may still take on a drive, so that a put is refused before anything is appended and metadata,
 * seals and key directories live from the reserve. An estimate that is renewed from the file system every second of use, and
 * at once when it runs out. Thread-safe.
 */
public final class DriveRoom {
    /** The default reserve: this, or a twentieth of a small drive, in bytes. */
    static final long RESERVE_DEFAULT = 1L << 30;

    private static final int RESERVE_PART = 20;

    private final DriveWriter drive;
    private final long reserve;
    private final AtomicLong left = new AtomicLong();
    private volatile long usable;
    private volatile long total;

    DriveRoom(DriveWriter drive, long reserve) {
        this.drive = drive;
        this.reserve = reserve;
    }

    /** Takes bytes for an append; false when the drive has not that much above its reserve. */
    boolean take(long bytes) {
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        try {
            refresh();
        } catch (IOException e) {
            return false; // a drive that cannot say its space takes nothing
        }
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    /** Asks the file system anew. */
    public void refresh() throws IOException {
        Space space = drive.drive().fileSystem().space(drive.drive().root());
        usable = space.usable();
        total = space.total();
        left.set(usable - reserveBytes() - drive.backlog() + drive.spareBytes());
    }

    /** Bytes that appends leave alone. */
    public long reserveBytes() {
        return reserve >= 0 ? reserve : Math.min(RESERVE_DEFAULT, total / RESERVE_PART);
    }

    /** Bytes that appends may take, as last known; may be negative. */
    public long left() {
        return left.get();
    }

    /** Usable bytes of the drive, as last asked. */
    public long usable() {
        return usable;
    }

    public long total() {
        return total;
    }

    boolean isShort() {
        return left.get() < RESERVE_DEFAULT / 4;
    }
}
