package dev.varve.segments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The write side of one table: its lanes on all drives. Any thread may append and flush; lanes lock for themselves.
 *
 * <p>Nothing here is made for an idle table but the lane objects: no thread, no chunk, no file.
 */
public final class TableWriter {
    private final TableFiles files;
    private final SegmentMap segments;
    private final SequenceSource sequences;
    private final WriteScope scope;
    private final TableWriteOptions options;
    private final List<DriveWriter> drives;
    private final LaneChooser chooser;
    private final Lane[] lanes;
    private final WriteStats stats = new WriteStats();
    /** Segments begun and not yet sealed or given up. */
    private final AtomicInteger unsealed = new AtomicInteger();
    /** Retired segments whose bytes are still on a drive. */
    private final AtomicInteger leaving = new AtomicInteger();

    private final AtomicLong leavingBytes = new AtomicLong();

    private final AtomicLong sealedBytes = new AtomicLong();

    /** Told when no segment is unsealed any more; under its own monitor. */
    private final List<FlushWait> afterSeals = new ArrayList<>();

    private volatile long targetLength;
    private volatile long ttlMs;

    public TableWriter(
            TableFiles files,
            SegmentMap segments,
            SequenceSource sequences,
            List<DriveWriter> drives,
            TableWriteOptions options) {
        this.files = files;
        this.segments = segments;
        this.sequences = sequences;
        this.drives = List.copyOf(drives);
        this.options = options;
        scope = drives.get(0).scope();
        targetLength = options.targetLength();
        ttlMs = options.ttlMs();
        List<Lane> all = new ArrayList<>();
        for (DriveWriter drive : this.drives) {
            for (int i = 0; i < drive.laneCount(); i++) {
                Lane lane = new Lane(this, drive, i);
                all.add(lane);
                drive.register(lane);
            }
        }
        lanes = all.toArray(new Lane[0]);
        for (Segment segment : segments.snapshot()) {
            noteSealed(segment);
        }
        chooser = new LaneChooser(this.drives, lanes, scope.pool());
    }

    /**
     * Appends one record; on return its bytes can be read from its segment.
     *
     * @return the record's address, above 0; or {@code -n} when n chunks must be reserved first: nothing is appended then, and
     *     the caller gives up its locks, reserves, and calls again
     * @throws NoSpaceException when no drive has room; nothing is appended
     * @throws IOException when no drive takes appends any more; the message names the first fault
     */
    public long append(AppendRequest r) throws IOException {
        assert r.recordLength() <= scope.pool().recordLengthMax() : r.recordLength();
        Lane lane = chooser.lock(r);
        long address = append(lane, r);
        for (int i = 0; address == Lane.NO_ROOM && i < drives.size(); i++) {
            lane = chooser.lockOn(drives.get(i), r);
            if (lane != null) {
                address = append(lane, r);
            }
        }
        if (address == Lane.NO_ROOM) {
            throw LaneChooser.noRoom(drives, r.recordLength());
        }
        return address;
    }

    private static long append(Lane lane, AppendRequest r) throws IOException {
        try {
            return lane.append(r);
        } finally {
            lane.lock.unlock();
        }
    }

    /** The longest record that {@link #append} takes, in bytes; a longer one goes by {@link #openStream}. */
    public long recordLengthMax() {
        return scope.pool().recordLengthMax();
    }

    /**
     * Begins a value that gets a segment of its own and is written by the calling thread. Nothing of it is visible before
     * {@link ValueStream#finish}.
     */
    public ValueStream openStream(AppendRequest keyAndTimes, long valueLength) throws IOException {
        long length =
                RecordLayout.recordLength(keyAndTimes.key().remaining(), valueLength, keyAndTimes.ownTtlMs() != 0);
        DriveWriter drive = chooser.driveFor(keyAndTimes.hash(), length);
        return new ValueStream(this, drive, keyAndTimes, valueLength);
    }

    /** Captures every lane's position; {@code wait} has one more end for each lane that is not yet that far. */
    public void flush(FlushWait wait) {
        for (Lane lane : lanes) {
            lane.flush(wait);
        }
    }

    /** The same for the one lane that holds this record, up to its end. */
    public void flushRecord(long address, long recordEnd, FlushWait wait) {
        Segment segment = segments.get(Address.sequence(address));
        ActiveSegment active = segment == null ? null : segment.active();
        if (active != null) {
            active.lane.flushTo(active.lanePositionBase + Math.min(recordEnd, active.appended), wait);
        }
    }

    /** Whether the record that starts here, and is visible, would survive power loss. */
    public boolean isDurable(long address, long recordEnd) {
        Segment segment = segments.get(Address.sequence(address));
        return segment == null || segment.durableEnd() >= recordEnd;
    }

    /** Ends every segment that takes appends and holds something; sealing follows behind. */
    public void roll() {
        for (Lane lane : lanes) {
            lane.roll();
        }
    }

    /** Ends the segments that have come of age, so that an idle table's last values go too. */
    public void rollByAge() {
        long now = scope.clock().nowMs();
        for (Lane lane : lanes) {
            if (lane.position > 0) {
                lane.rollIfOld(now);
            }
        }
    }

    /**
     * Positions of all lanes, captured one after the other: pairs of a sequence and the offset below which every record is
     * appended. What lies below may be inserted in the index an instant later, under its stripe lock.
     */
    public long[] laneCoverage() {
        List<ActiveSegment> all = activeSegments();
        long[] pairs = new long[2 * all.size()];
        for (int i = 0; i < all.size(); i++) {
            pairs[2 * i] = all.get(i).segment.sequence();
            pairs[2 * i + 1] = all.get(i).appended;
        }
        return pairs;
    }

    /** Whether everything below such positions would survive power loss. */
    public boolean isDurable(long[] coverage) {
        for (int i = 0; i < coverage.length; i += 2) {
            Segment segment = segments.get(coverage[i]);
            if (segment != null && segment.durableEnd() < coverage[i + 1]) {
                return false;
            }
        }
        return true;
    }

    private List<ActiveSegment> activeSegments() {
        List<ActiveSegment> all = new ArrayList<>();
        for (Segment segment : segments.snapshot()) {
            ActiveSegment active = segment.active();
            if (active != null) {
                all.add(active);
            }
        }
        return all;
    }

    /** The lowest sequence that may still take appends; a sequence not yet given out when there is none. */
    public long lowestActiveSequence(long nextSequence) {
        long lowest = nextSequence;
        for (Lane lane : lanes) {
            PreparedSegment prepared = lane.prepared;
            if (prepared != null) {
                lowest = Math.min(lowest, prepared.header().sequence());
            }
        }
        for (ActiveSegment active : activeSegments()) {
            lowest = Math.min(lowest, active.segment.sequence());
        }
        return lowest;
    }

    /**
     * Takes a segment out of sight. Its file is recycled or deleted once nobody reads it.
     *
     * @return false when it was retired before
     */
    public boolean retire(Segment segment) {
        if (!segment.retire()) {
            return false;
        }
        segments.remove(segment);
        leaving.incrementAndGet();
        leavingBytes.addAndGet(segment.fileLength());
        sealedBytes.addAndGet(-segment.fileLength());
        for (DriveWriter drive : drives) {
            if (drive.drive() == segment.drive()) {
                drive.retire(segment, this);
            }
        }
        return true;
    }

    /** Makes a spare of a file in the table's folder that is no segment, or deletes it. */
    public void reclaim(SegmentLoader.Leftover leftover) {
        for (DriveWriter drive : drives) {
            if (drive.drive() == leftover.drive()) {
                drive.reclaim(leftover.path(), this);
            }
        }
    }

    void leftDisk(Segment segment) {
        leaving.decrementAndGet();
        leavingBytes.addAndGet(-segment.fileLength());
    }

    /** Retired segments whose bytes are still on a drive, waiting for readers. */
    public int leavingCount() {
        return leaving.get();
    }

    public long leavingBytes() {
        return leavingBytes.get();
    }

    /** Ends every segment; {@code wait} ends when all are sealed. The table takes no more appends after this. */
    public void close(FlushWait wait) {
        roll();
        wait.begin();
        boolean now;
        synchronized (afterSeals) {
            now = unsealed.get() == 0;
            if (!now) {
                afterSeals.add(wait);
            }
        }
        if (now) {
            wait.end();
        }
    }

    /** After {@link #close}: gives up what was prepared and lets the drives forget the lanes. */
    public void release() {
        for (Lane lane : lanes) {
            PreparedSegment prepared = lane.prepared;
            if (prepared != null) {
                lane.prepared = null;
                lane.drive.discard(prepared, this);
            }
            lane.drive.unregister(lane);
        }
    }

    void segmentBegun() {
        unsealed.incrementAndGet();
    }

    /** A segment counts among the sealed ones from now on. */
    void noteSealed(Segment segment) {
        sealedBytes.addAndGet(segment.fileLength());
    }

    /** Bytes of all sealed segments that are not retired. */
    long sealedBytes() {
        return sealedBytes.get();
    }

    void segmentDone(Segment segment, boolean sealed) {
        noteSealed(segment);
        List<FlushWait> all = List.of();
        synchronized (afterSeals) {
            if (unsealed.decrementAndGet() == 0) {
                all = new ArrayList<>(afterSeals);
                afterSeals.clear();
            }
        }
        for (FlushWait wait : all) {
            wait.end();
        }
    }

    SegmentHeader newHeader(DriveWriter drive, int lane, long nowMs) throws IOException {
        SegmentOwner owner =
                new SegmentOwner(files.storeId(), files.tableId(), drive.drive().id(), lane);
        return new SegmentHeader(SegmentHeader.SEGMENT, owner, sequences.next(), nowMs, scope.newSalt());
    }

    public TableFiles files() {
        return files;
    }

    public SegmentMap segments() {
        return segments;
    }

    public WriteStats stats() {
        return stats;
    }

    WriteScope scope() {
        return scope;
    }

    boolean isDirect() {
        return options.direct();
    }

    /** Whether syncs reach the drive; otherwise "durable" means written. */
    boolean syncs() {
        return options.syncs();
    }

    /** The length at which a lane rolls, in bytes. */
    public long targetLength() {
        return targetLength;
    }

    public void targetLength(long bytes) {
        targetLength = bytes;
    }

    /** The table's TTL in milliseconds, 0 for never: decides at what age a lane rolls. */
    public void ttlMs(long ttl) {
        ttlMs = ttl;
    }

    long rollAgeMs(long ownTtlMsMax) {
        return RollAge.of(ttlMs, ownTtlMsMax);
    }
}
