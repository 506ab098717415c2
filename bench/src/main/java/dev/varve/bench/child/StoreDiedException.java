package dev.varve.bench.child;

import java.io.IOException;

/** A store's JVM ended, or said that it cannot go on. The message is one line for people. */
public final class StoreDiedException extends IOException {
    private static final long serialVersionUID = 1;

    StoreDiedException(String message) {
        super(message);
    }
}
