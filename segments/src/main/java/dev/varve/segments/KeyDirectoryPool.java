package dev.varve.segments;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Buffers for key directories of segments with many records, used again from segment to segment: otherwise each put would
 * leave its share of one behind as garbage. Any thread, once or twice a segment.
 */
final class KeyDirectoryPool {
    /** So many are kept, of 768 KiB each; more are made when more segments are written at once, and are left to the collector. */
    private static final int KEPT_MAX = 8;

    private final ArrayDeque<ByteBuffer> kept = new ArrayDeque<>();

    /** A buffer for as many entries as a directory can have, with anything in it. */
    ByteBuffer take() {
        ByteBuffer buffer;
        synchronized (kept) {
            buffer = kept.poll();
        }
        return buffer != null ? buffer.clear() : KeyDirectoryBuffer.allocate(KeyDirectoryLayout.ENTRIES_MAX);
    }

    void give(ByteBuffer buffer) {
        synchronized (kept) {
            if (kept.size() < KEPT_MAX) {
                kept.push(buffer);
            }
        }
    }
}
