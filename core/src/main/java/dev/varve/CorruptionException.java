package dev.varve;

import java.nio.file.Path;

/** Bytes of a file are not what was written. Names the place, and what was expected and found there. */
public final class CorruptionException extends VarveException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;
    private final String expected;
    private final String found;

    /** With the place, and what was expected and found there. */
    public CorruptionException(Path file, long offset, String expected, String found) {
        super("damaged at offset " + offset + " of " + file + ": expected " + expected + ", found " + found, null);
        this.file = file.toString();
        this.offset = offset;
        this.expected = expected;
        this.found = found;
    }

    /** The damaged file. */
    public Path file() {
        return Path.of(file);
    }

    /** Where in the file, in bytes. */
    public long offset() {
        return offset;
    }

    /** What should be there. */
    public String expected() {
        return expected;
    }

    /** What is there. */
    public String found() {
        return found;
    }
}
