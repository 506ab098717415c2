package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * An index file: a head in a {@link FrameLayout} with magic "VARVINDX", zeros to the next multiple of 4096, then pages.
 * The head's payload:
 *
 * <pre>
 *   u64 store id, high half
 *   u64 store id, low half
 *   u32 table id
 *   u64 number of the file
 *   u64 number of pages
 *   u32 length and bytes of the generation's parameters
 *   u32 number of ranges covered, and of each: u64 sequence, u64 first offset, u64 end: records that start there are here
 * </pre>
 */
final class IndexFileLayout {
    static final int VERSION = 1;

    private static final FrameLayout FRAME = new FrameLayout("VARVINDX", VERSION, "an index file's head");

    private IndexFileLayout() {}

    /** The head with its padding. */
    static ByteBuffer encode(IndexFileHeader header) {
        byte[] parameters = header.parameters();
        PayloadWriter writer = new PayloadWriter()
                .putId(header.storeId())
                .putInt(header.tableId())
                .putLong(header.number())
                .putLong(header.pageCount())
                .putBytes(parameters);
        SegmentCoverage coverage = header.coverage();
        writer.putInt(coverage.size());
        for (int i = 0; i < coverage.size(); i++) {
            writer.putLong(coverage.sequence(i)).putLong(coverage.start(i)).putLong(coverage.end(i));
        }
        ByteBuffer frame = FRAME.encode(writer.toBytes());
        ByteBuffer padded = ByteBuffer.allocate(Math.toIntExact(pagesOffset(frame.capacity())));
        return padded.put(0, frame.array(), 0, frame.capacity());
    }

    /** Where the pages begin behind a head's frame of this length. */
    static long pagesOffset(long frameLength) {
        return (frameLength + FileSystem.BLOCK - 1) & -FileSystem.BLOCK;
    }

    static IndexFileHeader decode(ByteBuffer payload, String file) throws CorruptException {
        return PayloadReader.decode(payload, file, IndexFileLayout::decode);
    }

    static ByteBuffer readPayload(StoreFile file) throws IOException {
        return FRAME.read(file);
    }

    private static IndexFileHeader decode(PayloadReader reader) {
        UUID storeId = reader.getId();
        int tableId = reader.getInt();
        long number = reader.getLong();
        long pageCount = reader.getLong();
        byte[] parameters = reader.getBytes();
        int count = reader.getCount(3 * Long.BYTES);
        long[] sequences = new long[count];
        long[] starts = new long[count];
        long[] ends = new long[count];
        for (int i = 0; i < count; i++) {
            sequences[i] = reader.getLong();
            starts[i] = reader.getLong();
            ends[i] = reader.getLong();
        }
        return new IndexFileHeader(
                storeId, tableId, number, parameters, pageCount, new SegmentCoverage(sequences, starts, ends));
    }
}
