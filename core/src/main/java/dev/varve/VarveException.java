package dev.varve;

/** What went wrong outside the program: with drives, files, or a bound of memory. Each kind is a class of its own. */
public class VarveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what happened, and what made it happen or null. */
    public VarveException(String message, Throwable cause) {
        super(message, cause);
    }
}
