package dev.varve.segments;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A record of a segment file, little-endian, at a multiple of 8:
 *
 * <pre>
 *   0        4              8             12          15       16
 *   +--------+--------------+-------------+-----------+--------+- - - - - -+-----+-------+-----------+---------+
 *   | u32    | u32          | u32         | u24       | u8     | u64       |     |       | u32       | zeros   |
 *   | header | value length | append time | key       | type   | own TTL   | key | value | value     | to a    |
 *   | CRC    |              | delta, ms   | length    | flags  | if flag   |     |       | CRC       | mult. 8 |
 *   +--------+--------------+-------------+-----------+--------+- - - - - -+-----+-------+-----------+---------+
 * </pre>
 *
 * <p>The header CRC covers the salt, the record's offset in the file, bytes 4 to 16, own TTL and key. The value CRC
 * covers the salt and the value; of a {@link #PAD} it is not written and never checked, because the bytes of a pad are
 * whatever a failed copy left. All methods are static, take absolute positions and allocate nothing.
 */
public final class RecordLayout {
    /** Where the first record of a segment starts: behind creation block and seal. */
    public static final int DATA_START = 2 * FileSystem.BLOCK;

    public static final int HEADER_LENGTH = 16;
    public static final int OWN_TTL_LENGTH = 8;
    public static final int CRC_LENGTH = 4;
    public static final int ALIGNMENT = 8;

    public static final int KEY_LENGTH_MAX = (1 << 24) - 1;
    public static final long VALUE_LENGTH_MAX = 0xffff_ffffL;
    public static final long APPEND_DELTA_MAX = 0xffff_ffffL;

    public static final int VALUE = 1;
    public static final int KEY_DIRECTORY = 2;
    public static final int MARK = 3;
    public static final int PAD = 4;
    /** Reserved: never written, and not read as a known type. */
    public static final int TOMBSTONE = 5;

    /** Flag: the own TTL is there. Only values have it. */
    public static final int OWN_TTL = 0x80;

    private static final int VALUE_LENGTH_AT = 4;
    private static final int APPEND_DELTA_AT = 8;
    private static final int KEY_AND_TYPE_AT = 12;
    private static final int TYPE_AT = 15;
    private static final int TYPE_MASK = 0x7f;

    private RecordLayout() {}

    /** The whole record's length with CRC and padding. */
    public static long recordLength(int keyLength, long valueLength, boolean ownTtl) {
        return align(keyStart(ownTtl) + (long) keyLength + valueLength + CRC_LENGTH);
    }

    /** Where the key begins, counted from the record's start: the length of the header with or without own TTL. */
    public static int keyStart(boolean ownTtl) {
        return ownTtl ? HEADER_LENGTH + OWN_TTL_LENGTH : HEADER_LENGTH;
    }

    public static long align(long length) {
        return (length + (ALIGNMENT - 1)) & -ALIGNMENT;
    }

    /** The append time as a record says it: after its segment's creation, and kept within what a record can say. */
    public static long appendDelta(long appendMs, long createdMs) {
        return Math.max(0, Math.min(APPEND_DELTA_MAX, appendMs - createdMs));
    }

    /** Key length, type and flag as they are packed in the header. */
    public static int keyAndType(int keyLength, int type, boolean ownTtl) {
        assert keyLength >= 0 && keyLength <= KEY_LENGTH_MAX : keyLength;
        return keyLength | (ownTtl ? type | OWN_TTL : type) << 24;
    }

    /** Writes the header but for its CRC. */
    public static void encodeHeader(
            ByteBuffer buffer, int position, long valueLength, long appendDelta, int keyAndType) {
        assert buffer.order() == ByteOrder.LITTLE_ENDIAN;
        assert valueLength >= 0 && valueLength <= VALUE_LENGTH_MAX : valueLength;
        assert appendDelta >= 0 && appendDelta <= APPEND_DELTA_MAX : appendDelta;
        buffer.putInt(position + VALUE_LENGTH_AT, (int) valueLength);
        buffer.putInt(position + APPEND_DELTA_AT, (int) appendDelta);
        buffer.putInt(position + KEY_AND_TYPE_AT, keyAndType);
    }

    /** Writes the own TTL behind the header. */
    public static void putOwnTtl(ByteBuffer buffer, int position, long ownTtlMs) {
        buffer.putLong(position + HEADER_LENGTH, ownTtlMs);
    }

    public static void putHeaderCrc(ByteBuffer buffer, int position, int crc) {
        buffer.putInt(position, crc);
    }

    /**
     * The header CRC of a record whose header and own TTL lie in one buffer and whose key in another; neither needs to
     * be in its place yet.
     */
    public static int headerCrc(Checksum checksum, ByteBuffer header, int position, ByteBuffer key, long offset) {
        checksum.startAt(offset);
        checksum.update(header, position + VALUE_LENGTH_AT, keyStart(header, position) - VALUE_LENGTH_AT);
        checksum.update(key, key.position(), key.remaining());
        return checksum.end();
    }

    /** The header CRC of a record whose header, own TTL and key lie together. */
    public static int headerCrc(Checksum checksum, ByteBuffer buffer, int position, long offset) {
        checksum.startAt(offset);
        int end = keyStart(buffer, position) + keyLength(buffer, position);
        checksum.update(buffer, position + VALUE_LENGTH_AT, end - VALUE_LENGTH_AT);
        return checksum.end();
    }

    /** Completes a record that lies whole in one buffer: both CRCs, and the padding's zeros. */
    public static void finish(Checksum checksum, ByteBuffer buffer, int position, long offset) {
        putHeaderCrc(buffer, position, headerCrc(checksum, buffer, position, offset));
        int value = position + keyStart(buffer, position) + keyLength(buffer, position);
        int length = Math.toIntExact(valueLength(buffer, position));
        int crcAt = value + length;
        buffer.putInt(crcAt, checksum.of(buffer, value, length));
        long end = position + recordLength(buffer, position);
        for (int at = crcAt + CRC_LENGTH; at < end; at++) {
            buffer.put(at, (byte) 0);
        }
    }

    public static int headerCrc(ByteBuffer buffer, int position) {
        return buffer.getInt(position);
    }

    public static long valueLength(ByteBuffer buffer, int position) {
        return buffer.getInt(position + VALUE_LENGTH_AT) & VALUE_LENGTH_MAX;
    }

    public static long appendDelta(ByteBuffer buffer, int position) {
        return buffer.getInt(position + APPEND_DELTA_AT) & APPEND_DELTA_MAX;
    }

    public static int keyLength(ByteBuffer buffer, int position) {
        return buffer.getInt(position + KEY_AND_TYPE_AT) & KEY_LENGTH_MAX;
    }

    public static int type(ByteBuffer buffer, int position) {
        return buffer.get(position + TYPE_AT) & TYPE_MASK;
    }

    public static boolean hasOwnTtl(ByteBuffer buffer, int position) {
        return (buffer.get(position + TYPE_AT) & OWN_TTL) != 0;
    }

    /** Milliseconds, or 0 where the record has none. */
    public static long ownTtl(ByteBuffer buffer, int position) {
        return hasOwnTtl(buffer, position) ? buffer.getLong(position + HEADER_LENGTH) : 0;
    }

    public static int keyStart(ByteBuffer buffer, int position) {
        return keyStart(hasOwnTtl(buffer, position));
    }

    /** The length that the header claims. */
    public static long recordLength(ByteBuffer buffer, int position) {
        return recordLength(keyLength(buffer, position), valueLength(buffer, position), hasOwnTtl(buffer, position));
    }

    /**
     * Whether 16 bytes could be a header: a known type, lengths that such a record can have, and an end within the room
     * that is left. Only then is a CRC worth its time; nothing is believed before that has passed too.
     */
    public static boolean plausible(ByteBuffer buffer, int position, long room, int keyLengthMax) {
        int keyLength = keyLength(buffer, position);
        if (keyLength > keyLengthMax || recordLength(buffer, position) > room) {
            return false;
        }
        return switch (buffer.get(position + TYPE_AT) & 0xff) {
            case VALUE, VALUE | OWN_TTL -> keyLength > 0;
            case KEY_DIRECTORY -> keyLength == 0 && KeyDirectoryLayout.isValueLength(valueLength(buffer, position));
            case MARK -> keyLength == 0 && valueLength(buffer, position) == MarkLayout.VALUE_LENGTH;
            case PAD -> keyLength == 0;
            default -> false;
        };
    }
}
