package dev.varve.segments;

import dev.varve.segments.SegmentFileScan.Found;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * Lists the keys of a segment by their hashes: from the key directories, backwards from the last one, and by scanning what
 * no readable directory covers. Reusable; used by one thread at a time.
 */
public final class KeyDirectoryChain {
    /** Takes one value's hash and the offset of its record. */
    @FunctionalInterface
    public interface EntryVisitor {
        void entry(long hash, long offset) throws IOException;
    }

    private final SegmentFileScan scan;
    private final KeyHash hasher;
    private long bytesScanned;

    /** The hasher is that of the segments' table. */
    public KeyDirectoryChain(SegmentFileScan scan, KeyHash hasher) {
        this.scan = scan;
        this.hasher = hasher;
    }

    /**
     * Visits every value that starts at or above an offset, each once, in no order to rely on. Values whose bytes have gone
     * bad are visited too where a directory lists them.
     */
    public void forEach(SegmentBytes bytes, Seal seal, long from, EntryVisitor visitor) throws IOException {
        long first = Math.max(from, RecordLayout.DATA_START);
        long directory = seal.lastKeyDirectoryOffset();
        long uncovered = seal.dataEnd();
        boolean last = true;
        while (directory >= first && read(bytes, seal, directory)) {
            if (last) {
                // What follows the last directory, then that directory itself once more.
                scan(bytes, seal, scan.end(), seal.dataEnd(), visitor);
                read(bytes, seal, directory);
                last = false;
            }
            uncovered = visit(directory, first, visitor);
            directory = uncovered < directory ? uncovered : 0;
        }
        if (uncovered > first) {
            scan(bytes, seal, first, uncovered, visitor);
        }
    }

    /** Whether a whole directory lies there. */
    private boolean read(SegmentBytes bytes, Seal seal, long directory) throws IOException {
        if (directory >= seal.dataEnd() || directory % RecordLayout.ALIGNMENT != 0) {
            return false;
        }
        scan.start(bytes, seal.header(), directory, seal.dataEnd(), false);
        return scan.nextHere() == Found.KEY_DIRECTORY && scan.isValueWhole();
    }

    /** Visits the entries of the directory that was read; returns the offset below which it lists nothing. */
    private long visit(long directory, long first, EntryVisitor visitor) throws IOException {
        ByteBuffer buffer = scan.directory();
        int position = scan.directoryPosition();
        int count = KeyDirectoryLayout.count(buffer, position);
        for (int i = 0; i < count; i++) {
            long offset = KeyDirectoryLayout.offset(buffer, position, i);
            if (offset >= first) {
                visitor.entry(KeyDirectoryLayout.hash(buffer, position, i), offset);
            }
        }
        long previous = KeyDirectoryLayout.previousOffset(buffer, position);
        return previous < directory && previous >= 0 ? previous : directory;
    }

    private void scan(SegmentBytes bytes, Seal seal, long from, long to, EntryVisitor visitor) throws IOException {
        scan.start(bytes, seal.header(), from, to, false);
        for (Found found = scan.next(); found != Found.END; found = scan.next()) {
            if (found == Found.VALUE) {
                visitor.entry(hasher.hash(scan.key()), scan.offset());
            }
        }
        bytesScanned += Math.max(0, to - from);
    }

    /** Over all calls: bytes that were scanned because no directory covers them. */
    public long bytesScanned() {
        return bytesScanned;
    }

    /** The hash of the key of the value that starts at an offset, without reading that record; empty if no directory tells. */
    public OptionalLong hashOf(SegmentBytes bytes, Seal seal, long offset) throws IOException {
        long directory = seal.lastKeyDirectoryOffset();
        while (directory > offset && read(bytes, seal, directory)) {
            ByteBuffer buffer = scan.directory();
            int position = scan.directoryPosition();
            long previous = KeyDirectoryLayout.previousOffset(buffer, position);
            if (previous < offset) {
                return find(buffer, position, offset);
            }
            directory = previous < directory ? previous : 0;
        }
        return OptionalLong.empty();
    }

    private static OptionalLong find(ByteBuffer buffer, int position, long offset) {
        int low = 0;
        int high = KeyDirectoryLayout.count(buffer, position) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = KeyDirectoryLayout.offset(buffer, position, middle);
            if (found == offset) {
                return OptionalLong.of(KeyDirectoryLayout.hash(buffer, position, middle));
            }
            if (found < offset) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return OptionalLong.empty();
    }
}
