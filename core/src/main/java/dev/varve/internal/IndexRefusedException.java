package dev.varve.internal;

import java.io.IOException;

/** The index of a table does not fit into the memory that indexes may take. */
final class IndexRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long bytesMax;
    private final long bytesNeeded;

    IndexRefusedException(long bytesMax, long bytesNeeded) {
        super("the index needs " + bytesNeeded + " bytes more than the " + bytesMax + " bytes that it may take");
        this.bytesMax = bytesMax;
        this.bytesNeeded = bytesNeeded;
    }

    long bytesMax() {
        return bytesMax;
    }

    long bytesNeeded() {
        return bytesNeeded;
    }
}
