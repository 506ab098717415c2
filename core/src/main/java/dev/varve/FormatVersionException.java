package dev.varve;

import java.nio.file.Path;

/** A file is of a format version that this library does not read. */
public final class FormatVersionException extends VarveException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final int version;
    private final boolean tooNew;

    /** With the file, its version, and those that can be read. */
    public FormatVersionException(Path file, int version, int oldest, int newest) {
        super(
                file + " has format version " + version + ", too " + (version > newest ? "new" : "old")
                        + ": this library reads " + oldest + " to " + newest,
                null);
        this.file = file.toString();
        this.version = version;
        this.tooNew = version > newest;
    }

    /** The file. */
    public Path file() {
        return Path.of(file);
    }

    /** The version found in it. */
    public int version() {
        return version;
    }

    /** Whether a newer library is needed; otherwise the file is too old. */
    public boolean tooNew() {
        return tooNew;
    }
}
