package dev.varve.segments;

import java.nio.ByteBuffer;

/**
 * A mark: the first record of a write that follows a sync. It tells recovery that everything below an offset was synced,
 * so that bad bytes there are damage and not a torn tail.
 *
 * <pre>
 *   0               16                    24          28      32
 *   +---------------+---------------------+-----------+-------+
 *   | record header | u64 durable offset  | value CRC | zeros |
 *   +---------------+---------------------+-----------+-------+
 * </pre>
 *
 * <p>The durable offset is one at which a record starts or the data ends, at most the mark's own. A sync in the middle of
 * a long record therefore leaves a mark with that record's start.
 */
public final class MarkLayout {
    public static final int RECORD_LENGTH = 32;

    static final int VALUE_LENGTH = 8;

    private MarkLayout() {}

    /** Writes all but the CRCs and the padding, which {@link RecordLayout#finish} adds. */
    public static void encode(ByteBuffer buffer, int position, long durableOffset, long appendDelta) {
        int keyAndType = RecordLayout.keyAndType(0, RecordLayout.MARK, false);
        RecordLayout.encodeHeader(buffer, position, VALUE_LENGTH, appendDelta, keyAndType);
        buffer.putLong(position + RecordLayout.HEADER_LENGTH, durableOffset);
    }

    public static long durableOffset(ByteBuffer buffer, int position) {
        return buffer.getLong(position + RecordLayout.HEADER_LENGTH);
    }
}
