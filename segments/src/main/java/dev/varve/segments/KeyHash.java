package dev.varve.segments;

import java.nio.ByteBuffer;

/** The hash of a table's keys. */
@FunctionalInterface
public interface KeyHash {
    /** Hashes the bytes from position to limit. */
    long hash(ByteBuffer key);
}
