package dev.varve.segments;

import java.nio.ByteBuffer;

/**
 * A key directory: a record that lists the values between the former directory and itself, in their order, also those
 * whose bytes have gone bad since.
 *
 * <pre>
 *   0               16                      24         28                                      28 + 12 n
 *   +---------------+-----------------------+----------+--------------------------+- - - - - -+-----------+-------+
 *   | record header | u64 offset of the     | u32      | u64 hash, u32 offset / 8 |           | value CRC | zeros |
 *   |               | former directory or 0 | count n  | of the first value       |           |           |       |
 *   +---------------+-----------------------+----------+--------------------------+- - - - - -+-----------+-------+
 * </pre>
 */
public final class KeyDirectoryLayout {
    /** A directory is written when this many values wait for one. */
    public static final int ENTRIES_MAX = 1 << 16;

    public static final int ENTRY_LENGTH = 12;

    private static final int PREVIOUS_AT = RecordLayout.HEADER_LENGTH;
    private static final int COUNT_AT = PREVIOUS_AT + 8;
    private static final int ENTRIES_AT = COUNT_AT + 4;
    private static final int VALUE_LENGTH_MIN = ENTRIES_AT - RecordLayout.HEADER_LENGTH;
    private static final int OFFSET_AT = 8;

    private KeyDirectoryLayout() {}

    public static int recordLength(int count) {
        return (int) RecordLayout.recordLength(0, valueLength(count), false);
    }

    /** Writes the header, the former directory's offset and the count; entries and CRCs are still to come. */
    public static void encodeStart(ByteBuffer buffer, int position, int count, long previousOffset, long appendDelta) {
        assert count >= 0 && count <= ENTRIES_MAX : count;
        int keyAndType = RecordLayout.keyAndType(0, RecordLayout.KEY_DIRECTORY, false);
        RecordLayout.encodeHeader(buffer, position, valueLength(count), appendDelta, keyAndType);
        buffer.putLong(position + PREVIOUS_AT, previousOffset);
        buffer.putInt(position + COUNT_AT, count);
    }

    /** Writes one entry; its place does not depend on the count, so entries can be gathered before it is known. */
    public static void putEntry(ByteBuffer buffer, int position, int index, long hash, long offset) {
        int at = entryAt(position, index);
        buffer.putLong(at, hash);
        buffer.putInt(at + OFFSET_AT, (int) (offset >>> 3));
    }

    public static long previousOffset(ByteBuffer buffer, int position) {
        return buffer.getLong(position + PREVIOUS_AT);
    }

    public static int count(ByteBuffer buffer, int position) {
        return buffer.getInt(position + COUNT_AT);
    }

    public static long hash(ByteBuffer buffer, int position, int index) {
        return buffer.getLong(entryAt(position, index));
    }

    public static long offset(ByteBuffer buffer, int position, int index) {
        return (buffer.getInt(entryAt(position, index) + OFFSET_AT) & 0xffff_ffffL) << 3;
    }

    static boolean isValueLength(long length) {
        long entries = length - VALUE_LENGTH_MIN;
        return entries >= 0 && entries % ENTRY_LENGTH == 0 && entries / ENTRY_LENGTH <= ENTRIES_MAX;
    }

    private static int valueLength(int count) {
        return VALUE_LENGTH_MIN + count * ENTRY_LENGTH;
    }

    private static int entryAt(int position, int index) {
        return position + ENTRIES_AT + index * ENTRY_LENGTH;
    }
}
