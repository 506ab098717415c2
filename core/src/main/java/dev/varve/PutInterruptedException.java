package dev.varve;

/** The thread was interrupted while its put waited for room in the write buffers. Nothing was stored; the interrupt flag is set. */
public final class PutInterruptedException extends VarveException {
    private static final long serialVersionUID = 1L;

    /** With the bytes that the put needed. */
    public PutInterruptedException(long needed) {
        super("interrupted while waiting for room in the write buffers for " + needed + " bytes", null);
    }
}
