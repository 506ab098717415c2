package dev.varve.segments;

import java.io.IOException;

/** A drive is in use: by another process, or by a store that is open in this one. */
public final class DriveLockedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String root;
    private final String holder;

    public DriveLockedException(String root, String holder) {
        super(root + " is in use by " + holder);
        this.root = root;
        this.holder = holder;
    }

    /** The drive's path. */
    public String root() {
        return root;
    }

    /** What is known about who has it. */
    public String holder() {
        return holder;
    }
}
