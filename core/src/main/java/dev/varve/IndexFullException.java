package dev.varve;

/** The index has reached {@link StoreOptions#indexBytesMax()}. Nothing was stored; expiry makes room again. */
public final class IndexFullException extends VarveException {
    private static final long serialVersionUID = 1L;

    private final long bytesMax;
    private final long needed;

    /** With the bound and the further bytes that were needed. */
    public IndexFullException(long bytesMax, long needed) {
        super("index has reached indexBytesMax = " + bytesMax + " bytes, " + needed + " more needed", null);
        this.bytesMax = bytesMax;
        this.needed = needed;
    }

    /** The bound, in bytes. */
    public long bytesMax() {
        return bytesMax;
    }

    /** The further bytes that were needed. */
    public long needed() {
        return needed;
    }
}
