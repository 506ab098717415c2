package dev.varve.internal;

import dev.varve.Metric;
import dev.varve.TargetTooSmallException;
import dev.varve.segments.CorruptException;
import dev.varve.segments.RecordLayout;
import dev.varve.segments.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Copies a value that still is in the write buffers, and gives up as soon as a part of it is not. Static over the state of a
 * context, which belongs to one thread.
 */
final class MemoryCopy {
    private MemoryCopy() {}

    /** Whether the record found is in memory as a whole, now. */
    static boolean isThere(Finder finder) {
        long length = finder.valueStart() + finder.valueLength() + RecordLayout.CRC_LENGTH;
        return length <= Integer.MAX_VALUE && finder.segment().isInMemory(finder.offset(), length);
    }

    /** As much as {@link ValueCopy#toBuffer} does; -1 if the value is not in memory as a whole. */
    static int copyTo(TableCore table, OperationContext context, ByteBuffer target) throws IOException {
        long length = context.finder.valueLength();
        if (length > target.remaining()) {
            throw new TargetTooSmallException(length, target.remaining());
        }
        int start = target.position();
        int limit = target.limit();
        boolean copied = false;
        try {
            copied = copy(table, context, target.limit(start + (int) length));
        } finally {
            target.limit(limit).position(copied ? start + (int) length : start);
        }
        return copied ? (int) length : -1;
    }

    /** Fills the target with the value; false if not all of it is in memory. */
    static boolean copy(TableCore table, OperationContext context, ByteBuffer target) throws IOException {
        Finder finder = context.finder;
        Segment segment = finder.segment();
        int start = target.position();
        int length = target.remaining();
        long at = finder.offset() + finder.valueStart();
        ByteBuffer four = context.four.clear();
        if (segment.readMemory(at, target) < length
                || segment.readMemory(at + length, four) < RecordLayout.CRC_LENGTH) {
            return false;
        }
        if (table.verifyOnRead) {
            int sum = context.checksum.salt(segment.salt()).of(target, start, length);
            if (sum != four.getInt(0)) {
                throw new CorruptException(
                        segment.path().toString(),
                        finder.offset(),
                        "value CRC " + Integer.toHexString(four.getInt(0)),
                        Integer.toHexString(sum));
            }
        }
        table.counters.add(Metric.BYTES_GOT, length);
        return true;
    }
}
