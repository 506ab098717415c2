package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;

/** An append was refused, before anything of it was written, because no drive has room above its reserve. */
public final class NoRoomException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Path drive;
    private final long free;
    private final long needed;

    NoRoomException(Path drive, long free, long reserve, long needed) {
        super("no drive has room: the best, " + drive + ", has " + free + " bytes free, of which " + reserve
                + " are reserved, and " + needed + " are needed");
        this.drive = drive;
        this.free = free;
        this.needed = needed > Long.MAX_VALUE - reserve ? Long.MAX_VALUE : reserve + needed;
    }

    /** The drive with the most room. */
    public Path drive() {
        return drive;
    }

    /** Usable bytes of that drive. */
    public long free() {
        return free;
    }

    /** Bytes that would have to be free there: what the append asked for, and the reserve. */
    public long needed() {
        return needed;
    }
}
