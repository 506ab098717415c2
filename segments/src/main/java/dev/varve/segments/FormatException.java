package dev.varve.segments;

import java.io.IOException;

/** A file's bytes are not what this version writes. The three ways in which that can be are the three subclasses. */
public abstract class FormatException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String file;

    FormatException(String file, String message) {
        super(message);
        this.file = file;
    }

    /** The file's path. */
    public final String file() {
        return file;
    }
}
