package dev.varve;

import java.nio.file.Path;

/** The store is open already, in this process or another. */
public final class StoreLockedException extends VarveException {
    private static final long serialVersionUID = 1L;

    private final String drive;
    private final String holder;

    /** With the drive, and what is known of who holds it. */
    public StoreLockedException(Path drive, String holder) {
        super("store on " + drive + " is open already: " + holder, null);
        this.drive = drive.toString();
        this.holder = holder;
    }

    /** The drive. */
    public Path drive() {
        return Path.of(drive);
    }

    /** What is known of who holds it, for people. */
    public String holder() {
        return holder;
    }
}
