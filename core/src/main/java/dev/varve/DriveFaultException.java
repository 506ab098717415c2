package dev.varve;

import java.nio.file.Path;

/** A drive failed and is not used for writing any more; the cause is its first error. Other drives serve on. */
public final class DriveFaultException extends VarveException {
    private static final long serialVersionUID = 1L;

    private final String drive;

    /** With the drive and its first error. */
    public DriveFaultException(Path drive, Throwable cause) {
        super("drive " + drive + " failed: " + cause.getMessage(), cause);
        this.drive = drive.toString();
    }

    /** The drive. */
    public Path drive() {
        return Path.of(drive);
    }
}
