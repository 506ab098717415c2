package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of one segment, wherever they are. */
public interface SegmentBytes {
    /**
     * Copies bytes from this offset on.
     *
     * @return bytes copied; fewer than asked only where the bytes end
     */
    int read(long offset, ByteBuffer dst) throws IOException;
}
