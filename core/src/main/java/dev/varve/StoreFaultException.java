package dev.varve;

/** The store cannot write any more: no healthy drive is left, or the store met an error of its own. Reads go on. The cause is the first error. */
public final class StoreFaultException extends VarveException {
    private static final long serialVersionUID = 1L;

    /** With what happened and the first error. */
    public StoreFaultException(String message, Throwable cause) {
        super(message, cause);
    }
}
