package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;

/**
 * A piece of a segment in memory, moved along by a scan. Blocks that the device cannot read count as zeros, so that one
 * bad sector costs the records on it and no others. Used by one thread.
 */
final class ScanWindow {
    /** Enough for the largest key directory, wherever in a block it starts. */
    static final int CAPACITY = 1 << 20;

    private static final int SMALL = 16 << 10;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
    private SegmentBytes bytes;
    private long start;
    private long end;
    private long limit;
    private IOException unreadable;

    /** Begins anew. Nothing at or above the limit is read. */
    void use(SegmentBytes newBytes, long newLimit) {
        bytes = newBytes;
        limit = newLimit;
        start = 0;
        end = 0;
        unreadable = null;
    }

    /** The bytes, little-endian; positions are those that {@link #position} says. */
    ByteBuffer buffer() {
        return buffer;
    }

    /** Where in the buffer an offset lies. */
    int position(long offset) {
        return (int) (offset - start);
    }

    /** How many bytes from this offset on are here now. */
    int available(long offset) {
        return offset >= start && offset < end ? (int) (end - offset) : 0;
    }

    /**
     * Brings bytes in; at most the window's capacity less one block.
     *
     * @param far whether what follows these bytes is not likely to be wanted
     * @return whether they are all there; not so when the source ends before
     */
    boolean ensure(long offset, int length, boolean far) throws IOException {
        if (offset >= start && offset + length <= end) {
            return true;
        }
        if (offset + length > limit) {
            return false;
        }
        long from = offset & -FileSystem.BLOCK;
        int wanted = far ? Math.max(SMALL, (int) (offset - from) + length) : CAPACITY;
        fill(from, (int) Math.min(wanted, limit - from));
        return offset + length <= end;
    }

    private void fill(long from, int length) throws IOException {
        start = from;
        end = from;
        buffer.clear().limit(length);
        try {
            end = from + bytes.read(from, buffer);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            unreadable = e;
            fillByBlocks(from, length);
        } finally {
            buffer.clear();
        }
    }

    private void fillByBlocks(long from, int length) throws IOException {
        for (int at = 0; at < length; at += FileSystem.BLOCK) {
            int count = Math.min(FileSystem.BLOCK, length - at);
            buffer.limit(at + count).position(at);
            try {
                int read = bytes.read(from + at, buffer);
                end = from + at + read;
                if (read < count) {
                    return;
                }
            } catch (ClosedChannelException e) {
                throw e;
            } catch (IOException e) {
                for (int i = at; i < at + count; i++) {
                    buffer.put(i, (byte) 0);
                }
                end = from + at + count;
            }
        }
    }

    /** The last error of the device since the scan began, or null. */
    IOException unreadable() {
        return unreadable;
    }
}
