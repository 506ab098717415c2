package dev.varve.segments;

import java.io.IOException;

/** Gives out a table's sequences, each one once, rising, never again after a crash. Thread-safe. */
@FunctionalInterface
public interface SequenceSource {
    /** The next sequence; now and then this writes the table's metadata first, to reserve more. */
    long next() throws IOException;
}
