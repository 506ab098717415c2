package dev.varve.internal;

import dev.varve.segments.Checksum;
import dev.varve.segments.KeyDirectoryChain;
import dev.varve.segments.RecordLayout;
import dev.varve.segments.Seal;
import dev.varve.segments.Segment;
import dev.varve.segments.SegmentFileScan;
import dev.varve.segments.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;

/**
 * Tells damage from mere mistakes: whether what an address leads to is a whole record of another key, and whether a place
 * that cannot be read may hold the wanted one. For the rare look-up that meets neither its key nor a clean miss. Stateless.
 */
final class RecordCheck {
    private RecordCheck() {}

    /**
     * Whether a record's header and key are as they were written.
     *
     * @param start the record's first bytes, from 0 to the limit
     * @param checksum with the segment's salt
     */
    static boolean isHeaderWhole(Segment in, long offset, ByteBuffer start, Checksum checksum) throws IOException {
        int read = start.limit();
        if (read < RecordLayout.HEADER_LENGTH
                || !RecordLayout.plausible(start, 0, in.dataEnd() - offset, RecordLayout.KEY_LENGTH_MAX)) {
            return false;
        }
        int length = RecordLayout.keyStart(start, 0) + RecordLayout.keyLength(start, 0);
        ByteBuffer whole = start;
        if (length > read) {
            whole = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            if (in.read(offset, whole) < length) {
                return false;
            }
        }
        return RecordLayout.headerCrc(checksum, whole, 0, offset) == RecordLayout.headerCrc(whole, 0);
    }

    /**
     * Whether the record at an offset may have this hash, by the segment's key directories; true if they cannot tell. A place
     * where no record starts has none: an address may be stale.
     */
    static boolean mayHaveHash(TableCore table, Segment in, long offset, long hash) {
        SegmentFileScan scan = new SegmentFileScan();
        try {
            Seal seal = in.seal();
            if (in.isSealed()) {
                OptionalLong listed = new KeyDirectoryChain(scan, table.hasher::hash).hashOf(in, seal, offset);
                if (listed.isPresent()) {
                    return listed.getAsLong() == hash;
                }
            }
            return isBoundary(scan, in, seal.header(), offset);
        } catch (IOException e) {
            return true;
        }
    }

    /** Whether something starts there that is a record, or was before it was damaged. */
    private static boolean isBoundary(SegmentFileScan scan, Segment in, SegmentHeader header, long offset)
            throws IOException {
        scan.start(in, header, RecordLayout.DATA_START, in.dataEnd(), false);
        SegmentFileScan.Found found = scan.next();
        while (found != SegmentFileScan.Found.END && scan.end() <= offset) {
            found = scan.next();
        }
        return scan.offset() == offset || found == SegmentFileScan.Found.DAMAGE;
    }
}
