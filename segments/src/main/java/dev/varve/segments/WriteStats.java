package dev.varve.segments;

import java.util.concurrent.atomic.LongAdder;

/** Running sums of one table's write side. Agents add, anybody reads. */
public final class WriteStats {
    private final LongAdder writes = new LongAdder();
    private final LongAdder bytesWritten = new LongAdder();
    private final LongAdder syncs = new LongAdder();
    private final LongAdder sealed = new LongAdder();
    private final LongAdder recycled = new LongAdder();
    private final LongAdder deleted = new LongAdder();
    private final LongAdder reused = new LongAdder();
    private final LongAdder linkedBytes = new LongAdder();

    void wrote(long bytes) {
        writes.increment();
        bytesWritten.add(bytes);
    }

    void synced() {
        syncs.increment();
    }

    void sealedOne() {
        sealed.increment();
    }

    void recycledOne() {
        recycled.increment();
    }

    void deletedOne() {
        deleted.increment();
    }

    void reusedOne() {
        reused.increment();
    }

    void leftLinked(long bytes) {
        linkedBytes.add(bytes);
    }

    /** Bytes of retired segments whose files something else still links to. */
    public long linkedBytes() {
        return linkedBytes.sum();
    }

    /** Segments that began in a file with a former life. */
    public long reused() {
        return reused.sum();
    }

    /** Write calls to drives. */
    public long writes() {
        return writes.sum();
    }

    /** Bytes handed to drives by lanes; a block that is written again counts again. */
    public long bytesWritten() {
        return bytesWritten.sum();
    }

    public long syncs() {
        return syncs.sum();
    }

    /** Segments sealed. */
    public long sealed() {
        return sealed.sum();
    }

    /** Retired segments whose files went on to a new life. */
    public long recycled() {
        return recycled.sum();
    }

    /** Retired segments whose files were deleted. */
    public long deleted() {
        return deleted.sum();
    }
}
