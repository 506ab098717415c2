package dev.varve.segments;

/** A file was written by a newer version. */
public final class FormatTooNewException extends FormatException {
    private static final long serialVersionUID = 1L;

    private final long found;
    private final long newest;

    public FormatTooNewException(String file, long found, long newest) {
        super(
                file,
                file + " has a newer format: version " + found + ", and this release reads up to version " + newest
                        + ". Open it with the release that wrote it, or a later one");
        this.found = found;
        this.newest = newest;
    }

    /** The version found. */
    public long found() {
        return found;
    }

    /** The newest version that can be read. */
    public long newest() {
        return newest;
    }
}
