package dev.varve.segments;

import dev.varve.segments.RecordDiagnosis.Difference;
import dev.varve.segments.SegmentFileScan.Found;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Reads a whole segment file and checks every checksum in it, and that header, records, key directories, marks and seal agree.
 * Changes nothing, and works on the file of a store that is open: bytes that were not synced yet are no damage, and what
 * is found in a file that was given a new life meanwhile does not count. Reusable; used by one thread at a time.
 */
public final class SegmentVerify {
    private final SegmentFileScan scan = new SegmentFileScan();
    private final KeyDirectoryAudit audit = new KeyDirectoryAudit();
    private final SegmentTally tally = new SegmentTally();
    private final Consumer<Finding> sink;
    private final LongConsumer bytesRead;

    /** What a file turned out to be. */
    public enum State {
        SEALED,
        /** Being written, or left so by a crash. */
        ACTIVE,
        SPARE,
        /** Neither creation block nor seal tell what it is. */
        UNREADABLE,
        /** It left while it was looked at. */
        GONE
    }

    /**
     * What was found.
     *
     * @param problems how many findings were handed over
     * @param tailBytes of an active segment: bytes of the last writes that are not whole yet, or torn
     */
    public record Result(State state, long problems, SegmentTotals totals, long tailBytes) {}

    /**
     * @param sink takes what is wrong
     * @param bytesRead is told as reading goes on
     */
    public SegmentVerify(Consumer<Finding> sink, LongConsumer bytesRead) {
        this.sink = sink;
        this.bytesRead = bytesRead;
    }

    /** Counts what is read. */
    private record CountedBytes(StoreFile file, LongConsumer bytesRead) implements SegmentBytes {
        @Override
        public int read(long offset, ByteBuffer dst) throws IOException {
            int count = file.read(dst, offset);
            bytesRead.accept(count);
            return count;
        }

        @Override
        public String toString() {
            return file.path().toString();
        }
    }

    /** The file that is being looked at. */
    private record Subject(
            SegmentPlace place, StoreFile file, SegmentHead head, KeyHash hasher, SegmentFindings findings) {
        SegmentHeader header() {
            return head.header();
        }
    }

    /**
     * Looks at one file.
     *
     * @param meta of the table, or null where it is lost
     * @param hasher of the table; unused without metadata
     */
    public Result verify(SegmentPlace place, TableMeta meta, KeyHash hasher) {
        SegmentFindings findings = new SegmentFindings(place.path());
        tally.clear();
        State state = State.UNREADABLE;
        long tail = 0;
        SegmentHead head = null;
        try (StoreFile file = place.fileSystem().open(place.path(), OpenMode.READ)) {
            head = readHead(file, findings);
            if (head != null && head.isSpare()) {
                state = State.SPARE;
            } else if (head != null) {
                Subject subject = new Subject(place, file, head, meta == null ? null : hasher, findings);
                checkOwner(subject, meta);
                long abandoned = meta == null ? Long.MAX_VALUE : meta.abandonedEnd(place.sequence());
                Optional<Seal> seal = head.seal().filter(each -> each.dataEnd() <= abandoned);
                state = seal.isPresent() ? State.SEALED : State.ACTIVE;
                tail = seal.isPresent() ? verifySealed(subject, seal.get()) : verifyActive(subject, abandoned);
            }
        } catch (NoSuchFileException e) {
            return new Result(State.GONE, 0, tally.totals(), 0);
        } catch (IOException e) {
            findings.problem(0, "a readable file", String.valueOf(e.getMessage()));
        }
        if (!findings.isEmpty() && hasChanged(place, head)) {
            return new Result(State.GONE, 0, tally.totals(), 0);
        }
        findings.handOver(sink);
        return new Result(state, findings.count(), tally.totals(), tail);
    }

    /** Whether the file has left, or begun a new life, so that what was found there may be neither of the two. */
    private static boolean hasChanged(SegmentPlace place, SegmentHead before) {
        try (StoreFile file = place.fileSystem().open(place.path(), OpenMode.READ)) {
            return before != null
                    && SegmentHead.read(file).header().salt() != before.header().salt();
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static SegmentHead readHead(StoreFile file, SegmentFindings findings) throws IOException {
        ByteBuffer blocks = ByteBuffer.allocate(RecordLayout.DATA_START).order(ByteOrder.LITTLE_ENDIAN);
        file.read(blocks, 0);
        try {
            SegmentHead head = SegmentHead.decode(blocks, file.path().toString());
            if (head.headerError() instanceof CorruptException e) {
                findings.add(e);
            } else if (head.headerError() != null) {
                findings.problem(
                        0, "the format version of the seal", head.headerError().getMessage());
            }
            if (head.seal().isEmpty()
                    && SealLayout.decode(blocks, SealLayout.OFFSET).isEmpty()) {
                checkNoSeal(blocks, findings);
            }
            return head;
        } catch (CorruptException e) {
            findings.add(e);
        } catch (FormatException e) {
            findings.problem(0, "a format version of this program's", e.getMessage());
        }
        return null;
    }

    /** A block of zeros is no seal, and neither is a whole one of a former life; anything else was one. */
    private static void checkNoSeal(ByteBuffer blocks, SegmentFindings findings) {
        for (int at = SealLayout.OFFSET; at < RecordLayout.DATA_START; at++) {
            if (blocks.get(at) != 0) {
                findings.problem(SealLayout.OFFSET, "a seal, or zeros", "bytes that are neither");
                return;
            }
        }
    }

    private static void checkOwner(Subject subject, TableMeta meta) {
        SegmentHeader header = subject.header();
        check(subject, "sequence ", subject.place().sequence(), header.sequence());
        if (meta != null) {
            SegmentOwner owner = header.owner();
            check(subject, "store ", meta.storeId(), owner.storeId());
            check(
                    subject,
                    "table ",
                    Integer.toUnsignedString(meta.tableId()),
                    Integer.toUnsignedString(owner.tableId()));
            if (header.sequence() >= meta.sequenceReserved()) {
                String found = "sequence " + header.sequence();
                subject.findings().problem(0, "a sequence below " + meta.sequenceReserved() + ", the reserved", found);
            }
        }
    }

    private static void check(Subject subject, String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            subject.findings().problem(0, what + expected, what + found);
        }
    }

    private long verifySealed(Subject subject, Seal seal) throws IOException {
        long length = subject.file().length();
        if (length < seal.dataEnd()) {
            subject.findings().problem(length, "records up to " + seal.dataEnd(), "the end of the file");
        }
        long damagesBefore = subject.findings().count();
        walk(subject, seal.dataEnd());
        boolean whole = subject.findings().count() == damagesBefore;
        long directory = seal.lastKeyDirectoryOffset();
        if (whole && directory != audit.lastDirectory()) {
            String expected = "a seal with the last key directory, at " + audit.lastDirectory();
            subject.findings().problem(SealLayout.OFFSET, expected, "at " + directory);
        }
        SegmentTotals found = tally.totals();
        if (whole && !found.equals(seal.totals())) {
            String expected = "a seal with the sums of the records, " + found;
            subject.findings()
                    .problem(SealLayout.OFFSET, expected, seal.totals().toString());
        }
        return 0;
    }

    /**
     * What was synced has to be whole. How far that goes is read first: bytes that are being written meanwhile are
     * never below it.
     */
    private long verifyActive(Subject subject, long abandonedEnd) throws IOException {
        long limit = Math.min(subject.file().length(), abandonedEnd);
        long durable = Math.min(durableEnd(subject, limit), limit);
        walk(subject, durable);
        long from = Math.max(durable, RecordLayout.DATA_START);
        scan.start(bytes(subject), subject.header(), from, limit, true);
        Found found = scan.nextHere();
        while (found != Found.DAMAGE && found != Found.END && scan.isValueWhole()) {
            if (found == Found.VALUE) {
                tally.add(scan.keyLength(), scan.valueLength(), scan.appendMs(), scan.ownTtlMs());
            }
            found = scan.nextHere();
        }
        return Math.max(0, limit - scan.offset());
    }

    /** The highest offset of which a mark says that everything below was synced. */
    private long durableEnd(Subject subject, long limit) throws IOException {
        long durable = RecordLayout.DATA_START;
        scan.start(bytes(subject), subject.header(), RecordLayout.DATA_START, limit, false);
        for (Found found = scan.next(); found != Found.END; found = scan.next()) {
            if (found == Found.MARK && scan.isValueWhole() && scan.durableOffset() <= scan.offset()) {
                durable = Math.max(durable, scan.durableOffset());
            }
        }
        return durable;
    }

    private SegmentBytes bytes(Subject subject) {
        return new CountedBytes(subject.file(), bytesRead);
    }

    private void walk(Subject subject, long to) throws IOException {
        SegmentFindings findings = subject.findings();
        RecordDiagnosis diagnosis = new RecordDiagnosis(new StoreFileBytes(subject.file()), subject.header());
        audit.start(findings, diagnosis, subject.hasher() != null, to);
        // Values are checked one by one, after their keys were used: a long value moves its key out of the scan's
        // window.
        scan.start(bytes(subject), subject.header(), RecordLayout.DATA_START, to, false);
        long synced = 0;
        for (Found found = scan.next(); found != Found.END; found = scan.next()) {
            switch (found) {
                case VALUE -> value(subject, diagnosis);
                case KEY_DIRECTORY -> directory(findings, diagnosis);
                case MARK -> synced = mark(findings, diagnosis, synced);
                case DAMAGE -> audit.damage(scan.offset(), scan.end());
                default -> {}
            }
        }
        audit.end();
    }

    private void value(Subject subject, RecordDiagnosis diagnosis) throws IOException {
        tally.add(scan.keyLength(), scan.valueLength(), scan.appendMs(), scan.ownTtlMs());
        KeyHash hasher = subject.hasher();
        audit.value(scan.offset(), hasher == null ? 0 : hasher.hash(scan.key()));
        if (!scan.checkValue()) {
            badValue(subject.findings(), diagnosis);
        }
    }

    private void badValue(SegmentFindings findings, RecordDiagnosis diagnosis) {
        Difference difference = diagnosis.ofValue(scan.valueOffset(), scan.valueLength());
        findings.problem(scan.offset(), difference.expected(), difference.found());
    }

    private void directory(SegmentFindings findings, RecordDiagnosis diagnosis) throws IOException {
        if (scan.isValueWhole()) {
            audit.directory(scan.offset(), scan.directory(), scan.directoryPosition());
        } else {
            badValue(findings, diagnosis);
            audit.damagedDirectory(scan.offset(), scan.end());
        }
    }

    /** Returns what it says is synced. */
    private long mark(SegmentFindings findings, RecordDiagnosis diagnosis, long syncedBefore) throws IOException {
        if (!scan.isValueWhole()) {
            badValue(findings, diagnosis);
            return syncedBefore;
        }
        long synced = scan.durableOffset();
        if (synced > scan.offset() || synced < syncedBefore || synced % RecordLayout.ALIGNMENT != 0) {
            String expected = "a mark of an offset from " + syncedBefore + " to " + scan.offset();
            findings.problem(scan.offset(), expected, "" + synced);
        }
        return Math.max(syncedBefore, synced);
    }
}
