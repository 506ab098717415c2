package dev.varve.index;

/** A written generation does not fit into the memory that the index may take. */
public final class IndexBoundException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long bytesNeeded;
    private final long bytesUsed;
    private final long bytesMax;

    IndexBoundException(long bytesNeeded, long bytesUsed, long bytesMax) {
        super("a generation of " + bytesNeeded + " bytes does not fit: " + bytesUsed + " of at most " + bytesMax
                + " bytes are used");
        this.bytesNeeded = bytesNeeded;
        this.bytesUsed = bytesUsed;
        this.bytesMax = bytesMax;
    }

    /** What the generation takes. */
    public long bytesNeeded() {
        return bytesNeeded;
    }

    /** What the indexes of the store take already. */
    public long bytesUsed() {
        return bytesUsed;
    }

    /** What they may take. */
    public long bytesMax() {
        return bytesMax;
    }
}
