package dev.varve.segments;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The entries of the key directory that the segment has not written yet: a hash and a record's start for each value. Grows
 * with need, so that a table with few records holds little. Written under the lane's lock; read by the sealing agent once
 * the segment is closed.
 */
final class KeyDirectoryBuffer {
    private static final int FIRST_LENGTH = 64;

    private long[] hashes = new long[FIRST_LENGTH];
    private int[] offsets = new int[FIRST_LENGTH];
    private int count;
    /** Where the last directory that was written starts; 0: none. */
    private long previousOffset;

    void add(long hash, long offset) {
        if (count == hashes.length) {
            int length = Math.min(KeyDirectoryLayout.ENTRIES_MAX, count * 4);
            hashes = Arrays.copyOf(hashes, length);
            offsets = Arrays.copyOf(offsets, length);
        }
        hashes[count] = hash;
        offsets[count] = (int) (offset >>> 3);
        count++;
    }

    boolean isFull() {
        return count == KeyDirectoryLayout.ENTRIES_MAX;
    }

    int count() {
        return count;
    }

    long hash(int i) {
        return hashes[i];
    }

    long offset(int i) {
        return (offsets[i] & 0xFFFF_FFFFL) << 3;
    }

    long previousOffset() {
        return previousOffset;
    }

    /** The entries as a record without its CRCs, in a new buffer: once in 65,536 records. */
    ByteBuffer encode(long appendDelta) {
        ByteBuffer record =
                ByteBuffer.allocate(KeyDirectoryLayout.recordLength(count)).order(ByteOrder.LITTLE_ENDIAN);
        KeyDirectoryLayout.encodeStart(record, 0, count, previousOffset, appendDelta);
        for (int i = 0; i < count; i++) {
            KeyDirectoryLayout.putEntry(record, 0, i, hash(i), offset(i));
        }
        return record;
    }

    /** The entries were written as a record that starts here; the next ones begin anew. */
    void wrote(long directoryOffset) {
        previousOffset = directoryOffset;
        count = 0;
    }
}
