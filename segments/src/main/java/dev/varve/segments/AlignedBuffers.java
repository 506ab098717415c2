package dev.varve.segments;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Off-heap buffers whose memory address is a multiple of {@link FileSystem#BLOCK}, as direct I/O asks. */
public final class AlignedBuffers {
    private AlignedBuffers() {}

    /** A zeroed, little-endian buffer of this many bytes. It is never freed explicitly: make it once and reuse it. */
    public static ByteBuffer allocate(int length) {
        return ByteBuffer.allocateDirect(length + FileSystem.BLOCK)
                .alignedSlice(FileSystem.BLOCK)
                .slice(0, length)
                .order(ByteOrder.LITTLE_ENDIAN);
    }
}
