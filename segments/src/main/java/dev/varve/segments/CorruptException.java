package dev.varve.segments;

/** Bytes that are damaged: neither this format nor an older or newer one. */
public final class CorruptException extends FormatException {
    private static final long serialVersionUID = 1L;

    private final long offset;
    private final String expected;
    private final String found;

    public CorruptException(String file, long offset, String expected, String found) {
        super(file, file + " is damaged at offset " + offset + ": expected " + expected + ", found " + found);
        this.offset = offset;
        this.expected = expected;
        this.found = found;
    }

    public long offset() {
        return offset;
    }

    public String expected() {
        return expected;
    }

    public String found() {
        return found;
    }
}
