package dev.varve.segments;

/** A file was written by a version so old that this one no longer reads it. */
public final class FormatTooOldException extends FormatException {
    private static final long serialVersionUID = 1L;

    private final long found;
    private final long oldest;

    public FormatTooOldException(String file, long found, long oldest) {
        super(
                file,
                file + " has an older format: version " + found + ", and this release reads from version " + oldest
                        + " on. Open it once with a release in between");
        this.found = found;
        this.oldest = oldest;
    }

    /** The version found. */
    public long found() {
        return found;
    }

    /** The oldest version that can be read. */
    public long oldest() {
        return oldest;
    }
}
