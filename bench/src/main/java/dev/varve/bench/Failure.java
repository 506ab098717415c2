package dev.varve.bench;

/** Something that ends the run with one line and exit code 1. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(String message) {
        super(message, null, false, false);
    }
}
