package dev.varve;

/** The store was closed before or during the call. */
public final class StoreClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** With nothing more to say. */
    public StoreClosedException() {
        super("store is closed");
    }
}
