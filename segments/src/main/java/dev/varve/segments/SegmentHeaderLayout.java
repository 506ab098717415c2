package dev.varve.segments;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Block 0 of a segment file, little-endian, zeros behind the CRC up to 4096:
 *
 * <pre>
 *    0  u64  magic "VARVESEG"
 *    8  u32  format version
 *   12  u32  kind: 1 segment, 2 spare
 *   16  u64  store id, high half
 *   24  u64  store id, low half
 *   32  u32  table id
 *   36  u32  drive id
 *   40  u32  lane
 *   44  u32  0
 *   48  u64  sequence
 *   56  u64  created at, ms of store time
 *   64  u64  salt
 *   72  u32  CRC32C of bytes 0 to 72, without salt
 * </pre>
 */
public final class SegmentHeaderLayout {
    public static final int VERSION = 1;

    /** "VARVESEG" in the file's byte order. */
    static final long MAGIC = 0x4745_5345_5652_4156L;

    static final int VERSION_AT = 8;
    /** Bytes from the version to the salt, the same in the seal. */
    static final int FIELDS_END = 72;

    private static final int KIND_AT = 12;
    private static final int STORE_AT = 16;
    private static final int TABLE_AT = 32;
    private static final int DRIVE_AT = 36;
    private static final int LANE_AT = 40;
    private static final int SEQUENCE_AT = 48;
    private static final int CREATED_AT = 56;
    private static final int SALT_AT = 64;
    private static final int CRC_AT = FIELDS_END;

    private SegmentHeaderLayout() {}

    /** Writes the whole block of 4096 bytes. */
    public static void encode(SegmentHeader header, ByteBuffer buffer, int position) {
        zero(buffer, position, FileSystem.BLOCK);
        buffer.putLong(position, MAGIC);
        putFields(header, buffer, position);
        buffer.putInt(position + CRC_AT, crc(buffer, position));
    }

    /**
     * Reads the block.
     *
     * @param file named by the exceptions
     */
    public static SegmentHeader decode(ByteBuffer buffer, int position, String file) throws FormatException {
        long magic = buffer.getLong(position);
        if (magic != MAGIC) {
            throw new CorruptException(file, 0, "a segment's magic " + hex(MAGIC), hex(magic));
        }
        int crc = crc(buffer, position);
        int stored = buffer.getInt(position + CRC_AT);
        if (crc != stored) {
            if (buffer.getInt(position + VERSION_AT) != 0) {
                checkVersion(buffer, position, file);
            }
            throw new CorruptException(file, CRC_AT, "CRC " + hex(crc), hex(stored));
        }
        checkVersion(buffer, position, file);
        SegmentHeader header = fields(buffer, position);
        if (header.kind() != SegmentHeader.SEGMENT && header.kind() != SegmentHeader.SPARE) {
            throw new CorruptException(file, KIND_AT, "kind 1 or 2", Integer.toString(header.kind()));
        }
        return header;
    }

    static void putFields(SegmentHeader header, ByteBuffer buffer, int position) {
        SegmentOwner owner = header.owner();
        buffer.putInt(position + VERSION_AT, VERSION);
        buffer.putInt(position + KIND_AT, header.kind());
        buffer.putLong(position + STORE_AT, owner.storeId().getMostSignificantBits());
        buffer.putLong(position + STORE_AT + 8, owner.storeId().getLeastSignificantBits());
        buffer.putInt(position + TABLE_AT, owner.tableId());
        buffer.putInt(position + DRIVE_AT, owner.driveId());
        buffer.putInt(position + LANE_AT, owner.lane());
        buffer.putLong(position + SEQUENCE_AT, header.sequence());
        buffer.putLong(position + CREATED_AT, header.createdMs());
        buffer.putLong(position + SALT_AT, header.salt());
    }

    static SegmentHeader fields(ByteBuffer buffer, int position) {
        SegmentOwner owner = new SegmentOwner(
                new UUID(buffer.getLong(position + STORE_AT), buffer.getLong(position + STORE_AT + 8)),
                buffer.getInt(position + TABLE_AT),
                buffer.getInt(position + DRIVE_AT),
                buffer.getInt(position + LANE_AT));
        return new SegmentHeader(
                buffer.getInt(position + KIND_AT),
                owner,
                buffer.getLong(position + SEQUENCE_AT),
                buffer.getLong(position + CREATED_AT),
                buffer.getLong(position + SALT_AT));
    }

    static void checkVersion(ByteBuffer buffer, int position, String file) throws FormatException {
        long version = buffer.getInt(position + VERSION_AT) & 0xffff_ffffL;
        if (version > VERSION) {
            throw new FormatTooNewException(file, version, VERSION);
        }
        if (version < VERSION) {
            throw new FormatTooOldException(file, version, VERSION);
        }
    }

    static void zero(ByteBuffer buffer, int position, int length) {
        assert buffer.order() == ByteOrder.LITTLE_ENDIAN;
        for (int at = position; at < position + length; at += Long.BYTES) {
            buffer.putLong(at, 0);
        }
    }

    static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }

    static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }

    private static int crc(ByteBuffer buffer, int position) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate().position(position).limit(position + CRC_AT));
        return (int) crc.getValue();
    }
}
