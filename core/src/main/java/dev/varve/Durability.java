package dev.varve;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for a flush inside a put, so that it fails as the other parts of a put do. */
final class Durability {
    private Durability() {}

    static void await(CompletableFuture<Void> flush) {
        try {
            flush.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
