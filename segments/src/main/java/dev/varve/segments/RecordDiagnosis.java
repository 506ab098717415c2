package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Says why the bytes at a place are no whole record: which checksum fails, or that nothing there looks like one. */
final class RecordDiagnosis {
    private static final int PIECE = 64 << 10;

    private final SegmentBytes bytes;
    private final Checksum checksum;
    private final ByteBuffer piece = ByteBuffer.allocate(PIECE).order(ByteOrder.LITTLE_ENDIAN);

    /** What should be there and what is. */
    record Difference(String expected, String found) {}

    RecordDiagnosis(SegmentBytes bytes, SegmentHeader header) {
        this.bytes = bytes;
        this.checksum = new Checksum(header.salt());
    }

    /** Of bytes that are no record. */
    Difference ofHeader(long offset, long limit) {
        try {
            ByteBuffer header = read(offset, RecordLayout.HEADER_LENGTH);
            if (header.remaining() < RecordLayout.HEADER_LENGTH) {
                return new Difference("a record", "the end of the file");
            }
            if (!RecordLayout.plausible(header, 0, limit - offset, RecordLayout.KEY_LENGTH_MAX)) {
                return new Difference("a record", describe(header));
            }
            int stored = RecordLayout.headerCrc(header, 0);
            int length = RecordLayout.keyStart(header, 0) + RecordLayout.keyLength(header, 0);
            checksum.startAt(offset);
            add(offset + RecordLayout.CRC_LENGTH, length - RecordLayout.CRC_LENGTH);
            return crcs("header CRC ", checksum.end(), stored);
        } catch (IOException e) {
            return unreadable(e);
        }
    }

    /** Of a value whose checksum fails. */
    Difference ofValue(long valueOffset, long valueLength) {
        try {
            checksum.start();
            add(valueOffset, valueLength);
            int crc = checksum.end();
            ByteBuffer stored = read(valueOffset + valueLength, RecordLayout.CRC_LENGTH);
            if (stored.remaining() < RecordLayout.CRC_LENGTH) {
                return new Difference("a value of " + valueLength + " bytes", "the end of the file");
            }
            return crcs("value CRC ", crc, stored.getInt(0));
        } catch (IOException e) {
            return unreadable(e);
        }
    }

    private static Difference crcs(String what, int computed, int stored) {
        return new Difference(
                what + SegmentHeaderLayout.hex(computed) + " of its bytes", SegmentHeaderLayout.hex(stored));
    }

    private static Difference unreadable(IOException e) {
        return new Difference("readable bytes", String.valueOf(e.getMessage()));
    }

    private static String describe(ByteBuffer header) {
        if (header.getLong(0) == 0 && header.getLong(Long.BYTES) == 0) {
            return "zeros";
        }
        return "type " + RecordLayout.type(header, 0) + ", a key of " + RecordLayout.keyLength(header, 0)
                + " and a value of " + RecordLayout.valueLength(header, 0) + " bytes";
    }

    private ByteBuffer read(long offset, int length) throws IOException {
        piece.clear().limit(length);
        bytes.read(offset, piece);
        return piece.flip();
    }

    private void add(long offset, long length) throws IOException {
        for (long at = offset; at < offset + length; ) {
            ByteBuffer part = read(at, (int) Math.min(PIECE, offset + length - at));
            if (!part.hasRemaining()) {
                return;
            }
            checksum.update(part, 0, part.limit());
            at += part.limit();
        }
    }
}
