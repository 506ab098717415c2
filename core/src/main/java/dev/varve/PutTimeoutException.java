package dev.varve;

import java.time.Duration;

/** The write buffers stayed full for {@link StoreOptions#putTimeout()}: the drives are slower than the puts. Nothing was stored. */
public final class PutTimeoutException extends VarveException {
    private static final long serialVersionUID = 1L;

    private final Duration waited;
    private final long needed;

    /** With how long the put waited and the bytes it needed. */
    public PutTimeoutException(Duration waited, long needed) {
        super("no room in the write buffers for " + needed + " bytes after " + waited.toMillis() + " ms", null);
        this.waited = waited;
        this.needed = needed;
    }

    /** How long the put waited. */
    public Duration waited() {
        return waited;
    }

    /** The bytes it needed. */
    public long needed() {
        return needed;
    }
}
