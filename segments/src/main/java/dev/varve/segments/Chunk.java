package dev.varve.segments;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A 4 KiB-aligned off-heap write buffer that covers a piece of a segment file until those bytes are durable.
 *
 * <p>Who writes: the owner between {@link WritePool#take} and {@link WritePool#give} (an appender under its lane's lock).
 * Readers take no lock: they read {@link #life()} before and after copying, and what they copied counts only if it is the
 * same even number both times (a sequence lock; odd: the chunk is changing hands).
 */
final class Chunk {
    private static final VarHandle LIFE;

    static {
        try {
            LIFE = MethodHandles.lookup().findVarHandle(Chunk.class, "life", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Absolute access only, so that any number of threads may share it. */
    final ByteBuffer bytes;

    @SuppressWarnings("unused") // by LIFE
    private long life;

    /** The same bytes for appenders, who move its position and limit to hand parts to a checksum. */
    final ByteBuffer appenderBytes;
    /** The same bytes for the lane's agent, who moves its position and limit to hand parts to the file. */
    final ByteBuffer writerBytes;

    /**
     * The last offset in or at the end of this chunk, by now full, at which a record starts or ends: a mark may name it.
     * Written by appenders before the end of this chunk is published.
     */
    long lastBoundary;

    private ActiveSegment owner;
    private long baseOffset;

    Chunk(int length) {
        bytes = AlignedBuffers.allocate(length);
        appenderBytes = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        writerBytes = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Gives the chunk a new piece of a file to cover. */
    void begin(ActiveSegment segment, long offset) {
        long odd = (long) LIFE.get(this) + 1;
        LIFE.setOpaque(this, odd);
        VarHandle.storeStoreFence();
        owner = segment;
        baseOffset = offset;
        lastBoundary = offset + bytes.capacity();
        LIFE.setRelease(this, odd + 1);
    }

    /** Ends the chunk's use; readers that are copying will notice. */
    void end() {
        LIFE.setOpaque(this, (long) LIFE.get(this) + 2);
        owner = null;
        VarHandle.fullFence();
    }

    long life() {
        return (long) LIFE.getAcquire(this);
    }

    /** Whether nothing changed hands since {@link #life()} answered {@code before}. */
    boolean stillIn(long before) {
        VarHandle.acquireFence();
        return (long) LIFE.getOpaque(this) == before;
    }

    /** Counts only between {@link #life()} and {@link #stillIn}. */
    boolean isOwnedBy(ActiveSegment segment) {
        return owner == segment;
    }

    long baseOffset() {
        return baseOffset;
    }

    long endOffset() {
        return baseOffset + bytes.capacity();
    }

    int length() {
        return bytes.capacity();
    }
}
