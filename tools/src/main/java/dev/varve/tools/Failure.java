package dev.varve.tools;

/** Something that ends a command with one line and exit code 1. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(String message) {
        super(message, null, false, false);
    }
}
