package dev.varve;

import java.nio.file.Path;

/** A file could not be read this time. Names the place; the cause is the error of the file system. */
public final class ReadFailedException extends VarveException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;

    /** With the place and the error. */
    public ReadFailedException(Path file, long offset, Throwable cause) {
        super("cannot read at offset " + offset + " of " + file + ": " + cause.getMessage(), cause);
        this.file = file.toString();
        this.offset = offset;
    }

    /** The file. */
    public Path file() {
        return Path.of(file);
    }

    /** Where in the file, in bytes. */
    public long offset() {
        return offset;
    }
}
