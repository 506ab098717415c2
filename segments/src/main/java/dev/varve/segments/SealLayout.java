package dev.varve.segments;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Block 1 of a segment file, little-endian, zeros behind the CRC up to 4096. All zeros, or anything that does not pass,
 * means that the segment is not sealed.
 *
 * <pre>
 *    0  u64  magic "VARVSEAL"
 *    8  ...  bytes 8 to 72 of the creation block
 *   72  u64  data end
 *   80  u64  place of the last key directory, 0 for none
 *   88  u64  number of values
 *   96  u64  key bytes
 *  104  u64  value bytes
 *  112  u64  first append time, ms
 *  120  u64  last append time, ms
 *  128  u64  last append time of a value without own TTL, ms
 *  136  u64  latest expiry by own TTL, ms
 *  144  u32  CRC32C of salt and bytes 0 to 144
 * </pre>
 */
public final class SealLayout {
    /** Where the seal lies in its file. */
    public static final int OFFSET = FileSystem.BLOCK;

    /** "VARVSEAL" in the file's byte order. */
    static final long MAGIC = 0x4c41_4553_5652_4156L;

    private static final int DATA_END_AT = SegmentHeaderLayout.FIELDS_END;
    private static final int DIRECTORY_AT = 80;
    private static final int COUNT_AT = 88;
    private static final int KEY_BYTES_AT = 96;
    private static final int VALUE_BYTES_AT = 104;
    private static final int FIRST_APPEND_AT = 112;
    private static final int LAST_APPEND_AT = 120;
    private static final int LAST_PLAIN_AT = 128;
    private static final int OWN_EXPIRY_AT = 136;
    private static final int CRC_AT = 144;

    private SealLayout() {}

    /** Writes the whole block of 4096 bytes. */
    public static void encode(Seal seal, ByteBuffer buffer, int position) {
        SegmentHeaderLayout.zero(buffer, position, FileSystem.BLOCK);
        buffer.putLong(position, MAGIC);
        SegmentHeaderLayout.putFields(seal.header(), buffer, position);
        SegmentTotals totals = seal.totals();
        buffer.putLong(position + DATA_END_AT, seal.dataEnd());
        buffer.putLong(position + DIRECTORY_AT, seal.lastKeyDirectoryOffset());
        buffer.putLong(position + COUNT_AT, totals.valueCount());
        buffer.putLong(position + KEY_BYTES_AT, totals.keyBytes());
        buffer.putLong(position + VALUE_BYTES_AT, totals.valueBytes());
        buffer.putLong(position + FIRST_APPEND_AT, totals.times().firstAppendMs());
        buffer.putLong(position + LAST_APPEND_AT, totals.times().lastAppendMs());
        buffer.putLong(position + LAST_PLAIN_AT, totals.times().lastPlainAppendMs());
        buffer.putLong(position + OWN_EXPIRY_AT, totals.times().latestOwnExpiryMs());
        Checksum checksum = new Checksum(seal.header().salt());
        buffer.putInt(position + CRC_AT, checksum.of(buffer, position, CRC_AT));
    }

    /** Reads the block; empty where there is no valid seal. */
    public static Optional<Seal> decode(ByteBuffer buffer, int position) {
        if (buffer.getLong(position) != MAGIC
                || buffer.getInt(position + SegmentHeaderLayout.VERSION_AT) != SegmentHeaderLayout.VERSION) {
            return Optional.empty();
        }
        SegmentHeader header = SegmentHeaderLayout.fields(buffer, position);
        Checksum checksum = new Checksum(header.salt());
        long dataEnd = buffer.getLong(position + DATA_END_AT);
        if (checksum.of(buffer, position, CRC_AT) != buffer.getInt(position + CRC_AT)
                || dataEnd < RecordLayout.DATA_START) {
            return Optional.empty();
        }
        SegmentTimes times = new SegmentTimes(
                buffer.getLong(position + FIRST_APPEND_AT),
                buffer.getLong(position + LAST_APPEND_AT),
                buffer.getLong(position + LAST_PLAIN_AT),
                buffer.getLong(position + OWN_EXPIRY_AT));
        SegmentTotals totals = new SegmentTotals(
                buffer.getLong(position + COUNT_AT),
                buffer.getLong(position + KEY_BYTES_AT),
                buffer.getLong(position + VALUE_BYTES_AT),
                times);
        return Optional.of(new Seal(header, dataEnd, buffer.getLong(position + DIRECTORY_AT), totals));
    }
}
