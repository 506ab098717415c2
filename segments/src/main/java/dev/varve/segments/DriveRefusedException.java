package dev.varve.segments;

import java.io.IOException;

/** The given roots do not make up a store: one is missing, empty, of another store, or given twice. */
public final class DriveRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    /** What is wrong with a drive. */
    public enum Reason {
        /** A drive of the store is not among the roots, or its directory is not there or empty. */
        MISSING,
        /** It belongs to another store, or was given up. */
        FOREIGN,
        /** Two roots are one directory, or one lies in another. */
        OVERLAPPING,
        /** It cannot be a drive: not a directory, too many of them. */
        UNUSABLE
    }

    private final String root;
    private final Reason reason;

    public DriveRefusedException(String root, Reason reason, String message) {
        super(message);
        this.root = root;
        this.reason = reason;
    }

    /** The path of the drive, as far as it is known. */
    public String root() {
        return root;
    }

    public Reason reason() {
        return reason;
    }
}
