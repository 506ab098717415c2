package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The first two blocks of a segment file, taken together.
 *
 * @param seal present exactly if the segment is sealed
 * @param headerError what is wrong with the creation block, if the seal had to stand in for it; else null
 */
public record SegmentHead(SegmentHeader header, Optional<Seal> seal, FormatException headerError) {

    /**
     * Reads both blocks.
     *
     * @throws FormatException when neither tells what the file is
     */
    public static SegmentHead read(StoreFile file) throws IOException {
        ByteBuffer blocks = ByteBuffer.allocate(RecordLayout.DATA_START).order(ByteOrder.LITTLE_ENDIAN);
        file.read(blocks, 0);
        return decode(blocks, file.path().toString());
    }

    static SegmentHead decode(ByteBuffer blocks, String file) throws FormatException {
        Optional<Seal> seal = SealLayout.decode(blocks, SealLayout.OFFSET);
        try {
            SegmentHeader header = SegmentHeaderLayout.decode(blocks, 0, file);
            // A seal with another header is left from a former life.
            return new SegmentHead(header, seal.filter(each -> each.header().equals(header)), null);
        } catch (FormatException e) {
            if (seal.isEmpty()) {
                throw e;
            }
            return new SegmentHead(seal.get().header(), seal, e);
        }
    }

    public boolean isSpare() {
        return header.kind() == SegmentHeader.SPARE;
    }
}
