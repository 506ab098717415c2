package dev.varve.bench.rival;

/** A rival failed. The message is the rival's own. */
public final class RivalException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RivalException(Exception cause) {
        super(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), cause);
    }
}
