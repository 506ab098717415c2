package dev.varve.internal;

import dev.varve.TargetTooSmallException;
import dev.varve.segments.Checksum;
import dev.varve.segments.CorruptException;
import dev.varve.segments.RecordLayout;
import dev.varve.segments.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Copies the value of the record that a {@link Finder} found to where it is wanted: what the first read brought from its
 * buffer, the rest from the segment, and compares the checksum. Static over the state of a context, which belongs to one
 * thread.
 */
final class ValueCopy {
    /** The longest array that every JVM can make. */
    private static final int ARRAY_MAX = Integer.MAX_VALUE - 8;

    private ValueCopy() {}

    static byte[] toArray(TableCore table, OperationContext context) throws IOException {
        byte[] value = new byte[arrayLength(context.finder.valueLength())];
        if (isWhole(context.finder)) {
            context.finder.bytes().get(context.finder.valueStart(), value, 0, value.length);
            checkWhole(table, context);
        } else {
            copyLong(table, context, ByteBuffer.wrap(value));
        }
        return value;
    }

    /** Into a buffer, whose position moves past the value. */
    static int toBuffer(TableCore table, OperationContext context, ByteBuffer target) throws IOException {
        Finder finder = context.finder;
        long length = finder.valueLength();
        if (length > target.remaining()) {
            throw new TargetTooSmallException(length, target.remaining());
        }
        int start = target.position();
        if (isWhole(finder)) {
            checkWhole(table, context);
            target.put(start, finder.bytes(), finder.valueStart(), (int) length);
        } else {
            int limit = target.limit();
            try {
                copyLong(table, context, target.limit(start + (int) length));
            } finally {
                target.limit(limit).position(start);
            }
        }
        target.position(start + (int) length);
        return (int) length;
    }

    /**
     * A part of the value, as much as there is and as the target takes; the value's checksum is not compared.
     *
     * @return bytes copied
     */
    static int part(OperationContext context, long from, ByteBuffer target) throws IOException {
        Finder finder = context.finder;
        long left = finder.valueLength() - from;
        if (left <= 0) {
            return 0;
        }
        int length = (int) Math.min(left, target.remaining());
        int start = target.position();
        long at = finder.valueStart() + from;
        if (at + length <= finder.length()) {
            target.put(start, finder.bytes(), (int) at, length);
        } else {
            int limit = target.limit();
            try {
                read(finder.segment(), finder.offset() + at, target.limit(start + length), null);
            } finally {
                target.limit(limit).position(start);
            }
        }
        target.position(start + length);
        return length;
    }

    /** The value as a buffer that is valid until the context is used again. */
    static ByteBuffer view(TableCore table, OperationContext context) throws IOException {
        Finder finder = context.finder;
        int length = arrayLength(finder.valueLength());
        if (isWhole(finder)) {
            checkWhole(table, context);
            return finder.bytes().slice(finder.valueStart(), length).asReadOnlyBuffer();
        }
        ByteBuffer into = ByteBuffer.allocate(length);
        copyLong(table, context, into);
        return into.flip().asReadOnlyBuffer();
    }

    /** Whether the first read brought value and checksum. */
    static boolean isWhole(Finder finder) {
        return finder.valueStart() + finder.valueLength() + RecordLayout.CRC_LENGTH <= finder.length();
    }

    private static void checkWhole(TableCore table, OperationContext context) throws CorruptException {
        if (!table.verifyOnRead) {
            return;
        }
        Finder finder = context.finder;
        int start = finder.valueStart();
        int length = (int) finder.valueLength();
        int sum = context.checksum.salt(finder.segment().salt()).of(finder.bytes(), start, length);
        check(finder, sum, finder.bytes().getInt(start + length));
    }

    private static void copyLong(TableCore table, OperationContext context, ByteBuffer target) throws IOException {
        Finder finder = context.finder;
        Segment segment = finder.segment();
        int start = finder.valueStart();
        int inFirst = (int) Math.min(finder.valueLength(), finder.length() - start);
        Checksum checksum = null;
        if (table.verifyOnRead) {
            checksum = context.checksum.salt(segment.salt());
            checksum.start();
            checksum.update(finder.bytes(), start, inFirst);
        }
        target.put(target.position(), finder.bytes(), start, inFirst);
        target.position(target.position() + inFirst);
        read(segment, finder.offset() + start + inFirst, target, checksum);
        if (checksum != null) {
            int sum = checksum.end();
            check(finder, sum, storedSum(context, segment, finder.offset() + start + finder.valueLength()));
        }
    }

    private static int storedSum(OperationContext context, Segment segment, long at) throws IOException {
        ByteBuffer four = context.four.clear();
        readWhole(segment, at, four);
        return four.getInt(0);
    }

    /** Fills the target from the segment, adding to the checksum if there is one. */
    private static void read(Segment segment, long from, ByteBuffer target, Checksum checksum) throws IOException {
        int start = target.position();
        int length = target.remaining();
        if (length > 0) {
            readWhole(segment, from, target);
            if (checksum != null) {
                checksum.update(target, start, length);
            }
        }
    }

    private static void readWhole(Segment segment, long from, ByteBuffer target) throws IOException {
        int wanted = target.remaining();
        int read = segment.read(from, target);
        if (read < wanted) {
            throw new CorruptException(
                    segment.path().toString(), from, wanted + " bytes of a value", "only " + read + " bytes");
        }
    }

    private static void check(Finder finder, int sum, int stored) throws CorruptException {
        if (sum != stored) {
            throw new CorruptException(
                    finder.segment().path().toString(),
                    finder.offset(),
                    "value CRC " + Integer.toHexString(stored),
                    Integer.toHexString(sum));
        }
    }

    private static int arrayLength(long length) {
        if (length > ARRAY_MAX) {
            throw new IllegalArgumentException(
                    "value of " + length + " bytes is longer than an array can be, " + ARRAY_MAX + "; use getStream");
        }
        return (int) length;
    }

    /** A small direct buffer for a checksum that is read by itself. */
    static ByteBuffer four() {
        return ByteBuffer.allocateDirect(RecordLayout.CRC_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    }
}
