package dev.varve.segments;

import dev.varve.segments.RecoveredSegment.State;
import dev.varve.segments.SegmentFileScan.Found;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out what a segment file holds after a crash, and seals it there. Reads the file once, in bounded memory; twice if
 * it is damaged. Reusable; used by one thread at a time.
 *
 * <p>Bad bytes at or above the highest durable offset that a mark tells are a torn tail: there the segment ends. Bad bytes
 * below are damage, and what is whole behind them is kept.
 */
public final class SegmentRecovery {
    /** More damages are not listed. */
    public static final int DAMAGES_MAX = 1000;

    private final SegmentFileScan scan;
    private final KeyHash hasher;
    private final SegmentTally tally = new SegmentTally();

    private final List<Damage> damages = new ArrayList<>();
    /** Values that no directory lists yet. */
    private KeyDirectoryBuffer unlisted;

    private boolean tooManyUnlisted;
    private long lastDirectory;
    private long durable;
    /** Where the segment ends as far as the scan has come, or -1. */
    private long cut;

    /** The hasher is that of the table whose segments are recovered. */
    public SegmentRecovery(SegmentFileScan scan, KeyHash hasher) {
        this.scan = scan;
        this.hasher = hasher;
    }

    /**
     * Looks at a file and, if it was active, seals it.
     *
     * @param sequence that its name tells
     * @param abandonedEnd where the segment was given up after a fault, or {@link Long#MAX_VALUE}
     * @throws FormatException when the file's format is too new or too old
     * @throws IOException when the file cannot be opened, or its first blocks not be read
     */
    public RecoveredSegment recover(FileSystem fileSystem, Path path, long sequence, long abandonedEnd)
            throws IOException {
        try (StoreFile file = fileSystem.open(path, OpenMode.READ)) {
            SegmentHead head;
            try {
                head = SegmentHead.read(file);
            } catch (CorruptException e) {
                return new RecoveredSegment(State.DAMAGED, null, List.of(), e);
            }
            if (head.isSpare()) {
                return RecoveredSegment.of(State.SPARE);
            }
            if (head.header().sequence() != sequence) {
                String found = "sequence " + head.header().sequence();
                CorruptException e = new CorruptException(path.toString(), 0, "sequence " + sequence, found);
                return new RecoveredSegment(State.DAMAGED, null, List.of(), e);
            }
            if (head.seal().isPresent() && head.seal().get().dataEnd() <= abandonedEnd) {
                return new RecoveredSegment(State.SEALED, head.seal().get(), List.of(), null);
            }
            scan(file, head.header(), Math.min(file.length(), abandonedEnd));
            if (tally.valueCount() == 0 && damages.isEmpty() && scan.unreadable() == null) {
                return RecoveredSegment.of(State.EMPTY);
            }
            return seal(fileSystem, path, head.header(), abandonedEnd);
        }
    }

    private void scan(StoreFile file, SegmentHeader header, long limit) throws IOException {
        boolean decided = pass(file, header, limit, 0, false);
        if (!decided) {
            pass(file, header, limit, durable, true);
        }
    }

    /**
     * Walks over the file.
     *
     * @param last whether no higher mark is to be expected, so that the first bad bytes above it end the walk
     * @return whether the end was found; false if a mark turned up behind what looked like a torn tail
     */
    private boolean pass(StoreFile file, SegmentHeader header, long limit, long knownDurable, boolean last)
            throws IOException {
        tally.clear();
        damages.clear();
        unlisted = new KeyDirectoryBuffer(new KeyDirectoryPool());
        tooManyUnlisted = false;
        lastDirectory = 0;
        durable = knownDurable;
        cut = -1;
        scan.start(new StoreFileBytes(file), header, RecordLayout.DATA_START, limit, true);
        Found found = scan.next();
        while (found != Found.END && !(last && cut >= 0)) {
            if (found == Found.DAMAGE || !scan.isValueWhole()) {
                bad(found);
            }
            if (found == Found.MARK && scan.isValueWhole()) {
                mark(scan.durableOffset());
            } else if (cut < 0 && found != Found.DAMAGE) {
                take(found);
            }
            found = scan.next();
        }
        if (cut < 0) {
            cut = scan.offset();
        }
        return cut >= durable;
    }

    private void bad(Found found) {
        if (cut >= 0) {
            return;
        }
        boolean record = found != Found.DAMAGE;
        if (record ? scan.end() > durable : scan.offset() >= durable) {
            cut = scan.offset();
            return;
        }
        if (damages.size() < DAMAGES_MAX) {
            long end = Math.min(scan.end(), durable);
            damages.add(new Damage(scan.offset(), end, record ? "a value that fails its CRC" : "no record"));
        }
        if (scan.end() > durable) {
            cut = durable;
        }
    }

    /** A mark that claims more than lies before it is not to be trusted. */
    private void mark(long offset) {
        if (offset <= scan.offset() && offset % RecordLayout.ALIGNMENT == 0) {
            durable = Math.max(durable, offset);
        }
    }

    private void take(Found found) throws IOException {
        if (found == Found.VALUE) {
            tally.add(scan.keyLength(), scan.valueLength(), scan.appendMs(), scan.ownTtlMs());
            if (unlisted.isFull()) {
                tooManyUnlisted = true;
            } else {
                unlisted.add(hasher.hash(scan.key()), scan.offset());
            }
        } else if (found == Found.KEY_DIRECTORY && scan.isValueWhole()) {
            lastDirectory = scan.offset();
            tooManyUnlisted = false;
            unlisted.wrote(lastDirectory);
        }
    }

    private RecoveredSegment seal(FileSystem fileSystem, Path path, SegmentHeader header, long abandonedEnd) {
        List<Damage> found = List.copyOf(damages);
        SegmentTotals totals = tally.totals();
        Seal asFound = new Seal(header, cut, lastDirectory, totals);
        if (scan.unreadable() != null) {
            // The bytes may be there again another time: nothing that cannot be taken back is done now.
            return new RecoveredSegment(State.RECOVERED, asFound, found, scan.unreadable());
        }
        try (StoreFile file = fileSystem.open(path, OpenMode.WRITE)) {
            Seal seal = asFound;
            if (isDirectoryWanted(abandonedEnd)) {
                seal = new Seal(header, writeDirectory(file, header), cut, totals);
            }
            file.sync();
            ByteBuffer block = ByteBuffer.allocate(FileSystem.BLOCK).order(ByteOrder.LITTLE_ENDIAN);
            SealLayout.encode(seal, block, 0);
            file.write(block, SealLayout.OFFSET);
            file.sync();
            file.truncate(Blocks.ceil(seal.dataEnd()));
            return new RecoveredSegment(State.RECOVERED, seal, found, null);
        } catch (IOException e) {
            return new RecoveredSegment(State.RECOVERED, asFound, found, e);
        }
    }

    /** Not above an end that stays the segment's end for every later recovery. */
    private boolean isDirectoryWanted(long abandonedEnd) {
        return unlisted.count() > 0
                && !tooManyUnlisted
                && abandonedEnd - cut >= KeyDirectoryLayout.recordLength(unlisted.count());
    }

    /** Lists the last values at the segment's end, and returns the new end. */
    private long writeDirectory(StoreFile file, SegmentHeader header) throws IOException {
        long delta = Math.max(0, tally.lastAppendMs() - header.createdMs());
        ByteBuffer record = unlisted.encode(delta);
        RecordLayout.finish(new Checksum(header.salt()), record, 0, cut);
        long end = cut + record.limit();
        file.write(record, cut);
        return end;
    }
}
