package dev.varve.segments;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The entries of the key directory that the segment has not written yet: a hash and a record's start for each value, where
 * its record will have them. Grows with need, so that a table with few records holds little. Written under the lane's lock;
 * read by the sealing agent once the segment is closed.
 */
final class KeyDirectoryBuffer {
    private static final int FIRST_COUNT = 64;
    private static final int FACTOR = 4;
    /** Beyond it, growth would be much garbage with every segment: a whole buffer comes from the pool. */
    private static final int SMALL_COUNT_MAX = 4096;

    private final KeyDirectoryPool pool;
    private ByteBuffer record = allocate(FIRST_COUNT);
    private int countMax = FIRST_COUNT;
    private int count;
    /** Where the last directory that was written starts; 0: none. */
    private long previousOffset;

    KeyDirectoryBuffer(KeyDirectoryPool pool) {
        this.pool = pool;
    }

    static ByteBuffer allocate(int entries) {
        return ByteBuffer.allocate(KeyDirectoryLayout.recordLength(entries)).order(ByteOrder.LITTLE_ENDIAN);
    }

    void add(long hash, long offset) {
        if (count == countMax) {
            grow();
        }
        KeyDirectoryLayout.putEntry(record, 0, count, hash, offset);
        count++;
    }

    private void grow() {
        ByteBuffer former = record;
        int length = KeyDirectoryLayout.recordLength(count);
        if (count < SMALL_COUNT_MAX) {
            countMax = count * FACTOR;
            record = allocate(countMax);
        } else {
            countMax = KeyDirectoryLayout.ENTRIES_MAX;
            record = pool.take();
        }
        record.put(0, former, 0, length);
    }

    boolean isFull() {
        return count == KeyDirectoryLayout.ENTRIES_MAX;
    }

    int count() {
        return count;
    }

    long previousOffset() {
        return previousOffset;
    }

    /** The entries as a record without its CRCs, valid until the next entry is added. */
    ByteBuffer encode(long appendDelta) {
        KeyDirectoryLayout.encodeStart(record, 0, count, previousOffset, appendDelta);
        return record.clear().limit(KeyDirectoryLayout.recordLength(count));
    }

    /** The entries were written as a record that starts here; the next ones begin anew. */
    void wrote(long directoryOffset) {
        previousOffset = directoryOffset;
        count = 0;
    }

    /** No entry comes any more, and all are written. */
    void release() {
        if (countMax == KeyDirectoryLayout.ENTRIES_MAX) {
            pool.give(record);
        }
        record = null;
    }
}
