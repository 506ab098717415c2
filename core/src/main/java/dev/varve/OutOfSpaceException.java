package dev.varve;

import java.nio.file.Path;

/** A drive has no room for a write. Nothing was stored; works again, without reopening, when there is room. */
public final class OutOfSpaceException extends VarveException {
    private static final long serialVersionUID = 1L;

    private final String drive;
    private final long free;
    private final long needed;

    /** With the drive that has most room, its free bytes, and the bytes needed there, its reserve included. */
    public OutOfSpaceException(Path drive, long free, long needed) {
        this(drive, free, needed, null);
    }

    /** As {@link #OutOfSpaceException(Path, long, long)}, with the error of the file system. */
    public OutOfSpaceException(Path drive, long free, long needed, Throwable cause) {
        super("no space on " + drive + ": " + free + " bytes free, " + needed + " needed", cause);
        this.drive = drive.toString();
        this.free = free;
        this.needed = needed;
    }

    /** The drive that has most room. */
    public Path drive() {
        return Path.of(drive);
    }

    /** Its free bytes. */
    public long free() {
        return free;
    }

    /** The free bytes that were needed, the drive's reserve included. */
    public long needed() {
        return needed;
    }
}
