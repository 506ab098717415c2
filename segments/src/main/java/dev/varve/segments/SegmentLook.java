package dev.varve.segments;

import dev.varve.segments.SegmentFileScan.Found;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * Looks into segment files from outside, without checking values: what each holds, and which keys. Changes nothing, and works
 * while a store has them open, though it sees only what has been written to the files. Reusable; used by one thread at a time.
 *
 * <p>The records of a segment that is not sealed are taken up to the first bytes that are none. What a recovery would
 * find behind them takes a search through the rest of the file, so that is left to {@link SegmentVerify}.
 */
public final class SegmentLook {
    private final SegmentFileScan scan = new SegmentFileScan();

    /** What a file is. */
    public enum State {
        SEALED,
        /** Being written, or left so by a crash. */
        ACTIVE,
        SPARE,
        /** It left before it could be looked at. */
        GONE
    }

    /**
     * What a file holds.
     *
     * @param header null unless sealed or active
     * @param fileLength in bytes
     */
    public record Summary(State state, SegmentHeader header, SegmentTotals totals, long fileLength) {
        private static Summary without(State state, long fileLength) {
            return new Summary(state, null, new SegmentTally().totals(), fileLength);
        }
    }

    /** Takes a value's record. */
    @FunctionalInterface
    public interface ValueVisitor {
        /**
         * Called at each value in append order.
         *
         * @param record stands at the value: its key, lengths and times can be asked for
         * @return whether to go on
         */
        boolean value(SegmentFileScan record) throws IOException;
    }

    /**
     * Sums up a segment: from its seal, or by reading its keys.
     *
     * @param meta of the table, or null where it is lost
     * @throws IOException when the file cannot be read, or its beginning makes no sense
     */
    public Summary summary(SegmentPlace place, TableMeta meta) throws IOException {
        try (StoreFile file = place.fileSystem().open(place.path(), OpenMode.READ)) {
            SegmentHead head = SegmentHead.read(file);
            long length = file.length();
            if (head.isSpare()) {
                return Summary.without(State.SPARE, length);
            }
            Optional<Seal> seal = seal(head, place, meta);
            if (seal.isPresent()) {
                return new Summary(State.SEALED, head.header(), seal.get().totals(), length);
            }
            SegmentTally tally = new SegmentTally();
            walk(file, head, end(file, place, meta), record -> {
                tally.add(record.keyLength(), record.valueLength(), record.appendMs(), record.ownTtlMs());
                return true;
            });
            return new Summary(State.ACTIVE, head.header(), tally.totals(), length);
        } catch (NoSuchFileException e) {
            return Summary.without(State.GONE, 0);
        }
    }

    /**
     * Visits the values of a segment. Bad bytes in a sealed one are passed over.
     *
     * @param meta of the table, or null where it is lost
     * @return false if the visitor wanted no more
     * @throws IOException when the file cannot be read, or its beginning makes no sense
     */
    public boolean values(SegmentPlace place, TableMeta meta, ValueVisitor visitor) throws IOException {
        try (StoreFile file = place.fileSystem().open(place.path(), OpenMode.READ)) {
            SegmentHead head = SegmentHead.read(file);
            if (head.isSpare()) {
                return true;
            }
            Optional<Seal> seal = seal(head, place, meta);
            long end = seal.isPresent() ? seal.get().dataEnd() : end(file, place, meta);
            return walk(file, head, end, visitor);
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    private boolean walk(StoreFile file, SegmentHead head, long end, ValueVisitor visitor) throws IOException {
        boolean sealed = head.seal().isPresent();
        scan.start(new StoreFileBytes(file), head.header(), RecordLayout.DATA_START, end, false);
        Found found = sealed ? scan.next() : scan.nextHere();
        while (found != Found.END && (sealed || found != Found.DAMAGE)) {
            if (found == Found.VALUE && !visitor.value(scan)) {
                return false;
            }
            found = sealed ? scan.next() : scan.nextHere();
        }
        return true;
    }

    /** None counts that is from before the segment was given up. */
    private static Optional<Seal> seal(SegmentHead head, SegmentPlace place, TableMeta meta) {
        long abandoned = meta == null ? Long.MAX_VALUE : meta.abandonedEnd(place.sequence());
        return head.seal().filter(seal -> seal.dataEnd() <= abandoned);
    }

    private static long end(StoreFile file, SegmentPlace place, TableMeta meta) throws IOException {
        return Math.min(file.length(), meta == null ? Long.MAX_VALUE : meta.abandonedEnd(place.sequence()));
    }
}
