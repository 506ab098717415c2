package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The frame around everything but segments: store and table metadata, and the head of an index file. Little-endian:
 *
 * <pre>
 *   0           8             12                   16                20                  20 + n
 *   +-----------+-------------+--------------------+-----------------+-------------------+----------------+
 *   | u64 magic | u32 version | u32 length n of    | u32 CRC32C of   | payload           | u32 CRC32C of  |
 *   |           |             | the payload        | bytes 0 to 16   |                   | the payload    |
 *   +-----------+-------------+--------------------+-----------------+-------------------+----------------+
 * </pre>
 *
 * <p>The first 20 bytes are the same in every version, so that a file of a newer one is known as such.
 */
final class FrameLayout {
    static final int HEAD_LENGTH = 20;
    static final int CRC_LENGTH = 4;

    private static final int VERSION_AT = 8;
    private static final int LENGTH_AT = 12;
    private static final int HEAD_CRC_AT = 16;

    private final long magic;
    private final int version;
    private final String what;

    /** The frames of one kind of file; {@code what} it is goes into messages. */
    FrameLayout(String magic, int version, String what) {
        this.magic = magic(magic);
        this.version = version;
        this.what = what;
    }

    private static long magic(String text) {
        assert text.length() == Long.BYTES;
        long bits = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            bits = bits << Byte.SIZE | text.charAt(i);
        }
        return bits;
    }

    static int frameLength(int payloadLength) {
        return HEAD_LENGTH + payloadLength + CRC_LENGTH;
    }

    ByteBuffer encode(byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(frameLength(payload.length)).order(ByteOrder.LITTLE_ENDIAN);
        frame.putLong(0, magic).putInt(VERSION_AT, version).putInt(LENGTH_AT, payload.length);
        frame.putInt(HEAD_CRC_AT, crc(frame, 0, HEAD_CRC_AT));
        frame.put(HEAD_LENGTH, payload);
        frame.putInt(HEAD_LENGTH + payload.length, crc(frame, HEAD_LENGTH, payload.length));
        return frame;
    }

    /** Reads a frame from a file's beginning. */
    ByteBuffer read(StoreFile file) throws IOException {
        String name = file.path().toString();
        ByteBuffer head = ByteBuffer.allocate(HEAD_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        if (file.read(head, 0) < HEAD_LENGTH) {
            throw new CorruptException(
                    name, 0, what + " of at least " + HEAD_LENGTH + " bytes", file.length() + " bytes");
        }
        int length = checkHead(head, name);
        long present = file.length();
        if (length < 0 || length > present - HEAD_LENGTH - CRC_LENGTH) {
            throw new CorruptException(name, LENGTH_AT, what + " of " + length + " bytes", present + " bytes");
        }
        ByteBuffer rest = ByteBuffer.allocate(length + CRC_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        file.read(rest, HEAD_LENGTH);
        int crc = crc(rest, 0, length);
        int stored = rest.getInt(length);
        if (crc != stored) {
            throw new CorruptException(
                    name, HEAD_LENGTH + length, "CRC " + SegmentHeaderLayout.hex(crc), SegmentHeaderLayout.hex(stored));
        }
        return rest.flip().limit(length);
    }

    /** Returns the payload's length. */
    private int checkHead(ByteBuffer head, String name) throws FormatException {
        if (head.getLong(0) != magic) {
            throw new CorruptException(
                    name,
                    0,
                    what + " with magic " + SegmentHeaderLayout.hex(magic),
                    SegmentHeaderLayout.hex(head.getLong(0)));
        }
        int crc = crc(head, 0, HEAD_CRC_AT);
        int stored = head.getInt(HEAD_CRC_AT);
        long found = head.getInt(VERSION_AT) & 0xffff_ffffL;
        // A version that never was is damage too; a later one may have its reasons for another sum.
        if (crc != stored && (found == version || found == 0)) {
            throw new CorruptException(
                    name, HEAD_CRC_AT, "CRC " + SegmentHeaderLayout.hex(crc), SegmentHeaderLayout.hex(stored));
        }
        if (found > version) {
            throw new FormatTooNewException(name, found, version);
        }
        if (found < version) {
            throw new FormatTooOldException(name, found, version);
        }
        return head.getInt(LENGTH_AT);
    }

    private static int crc(ByteBuffer buffer, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.array(), buffer.arrayOffset() + from, length);
        return (int) crc.getValue();
    }
}
