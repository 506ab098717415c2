package dev.varve.index;

/**
 * The memory of all indexes of a store: direct buffers, never given back to the JVM (it cannot free them without a flag)
 * but used again for ever, by whichever table needs them next.
 *
 * <p>Any thread may call anything; the state is written under the pool's own lock, which is not on any hot path.
 */
public final class SlabPool {
    /**
     * A pool that has taken nothing yet.
     *
     * @param bytesMax how much it may take in all
     */
    public SlabPool(long bytesMax) {
        throw new UnsupportedOperationException();
    }

    /** What it may take: as configured, or less once the JVM has refused direct memory. */
    public long bytesMax() {
        throw new UnsupportedOperationException();
    }

    /** What the generations of all tables, prepared ones included, occupy now. */
    public long bytesUsed() {
        throw new UnsupportedOperationException();
    }

    /** What was taken from the JVM: what is used and what waits to be used again. */
    public long bytesAllocated() {
        throw new UnsupportedOperationException();
    }

    /** Whether the JVM's limit on direct memory, not the configured bound, is what the pool ran into. */
    public boolean limitedByJvm() {
        throw new UnsupportedOperationException();
    }
}
