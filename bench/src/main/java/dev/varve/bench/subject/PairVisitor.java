package dev.varve.bench.subject;

import java.nio.ByteBuffer;

/** Sees the pairs of a scan. */
public interface PairVisitor {
    /**
     * One pair.
     *
     * @param key from position to limit, during the call
     * @param value from position to limit, during the call
     */
    void visit(ByteBuffer key, ByteBuffer value);
}
