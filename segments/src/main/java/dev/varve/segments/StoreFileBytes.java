package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of a segment that lies in a file. */
public record StoreFileBytes(StoreFile file) implements SegmentBytes {
    @Override
    public int read(long offset, ByteBuffer dst) throws IOException {
        return file.read(dst, offset);
    }

    @Override
    public String toString() {
        return file.path().toString();
    }
}
