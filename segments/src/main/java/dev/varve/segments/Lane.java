package dev.varve.segments;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One append stream of a table on one drive.
 *
 * <p>Appenders hold {@link #lock} and write the current segment and the lane's position. Everything that touches the drive
 * is done by the lane's one agent (see {@link LaneWriter}). A lane's <em>position</em> counts bytes over all its segments and
 * only rises, so that one number says how far a flush must come.
 *
 * <p>Appending never waits for a file: a new segment begins in memory, and its file is made by the agent, or was prepared
 * ahead.
 */
final class Lane {
    /** The drive has no room for the record. */
    static final long NO_ROOM = Long.MIN_VALUE;

    final ReentrantLock lock = new ReentrantLock();
    final TableWriter table;
    final DriveWriter drive;
    final int number;
    final LaneWriter writer;

    /** Whether the agent has this lane on its list. Set by whoever puts it there, cleared by the agent. */
    final AtomicBoolean scheduled = new AtomicBoolean();
    /** Link of the agent's inbox. */
    Lane nextScheduled;

    private final RecordAppender appender;
    private final ArrayDeque<Waiting> waiters = new ArrayDeque<>();

    /** The segment that takes appends, or null. Under the lock. */
    private ActiveSegment current;
    /** The segment begun last, closed or not. Under the lock. */
    private ActiveSegment last;

    /** The oldest segment that is not yet handed over for sealing, or null. Written under the lock. */
    volatile ActiveSegment oldest;
    /** A segment whose file was made ahead; taken by a roll. */
    volatile PreparedSegment prepared;
    /** Whether a task that makes {@link #prepared} is under way. */
    final AtomicBoolean preparing = new AtomicBoolean();
    /** The last segment was filled well before its time. Written by the agent. */
    private volatile boolean fast;
    /** End of what was appended. Written under the lock. */
    volatile long position;
    /** How far the file is; written by the agent. */
    volatile long positionWritten;
    /** How far it would survive power loss; written by the agent. */
    volatile long positionDurable;
    /** A flush wants the lane durable up to here. Written under the monitor of {@link #waiters}. */
    volatile long flushTarget;
    /** What ended this lane's writing, or null. Written by the agent, once. */
    volatile IOException fault;
    /** Set when what this lane could not write is lost for good: every later flush fails with it. Written by {@link LaneFault}. */
    volatile IOException failed;
    /** The drive was full when the agent last tried. Written by the agent; cleared when a retry works. */
    volatile boolean noSpace;

    Lane(TableWriter table, DriveWriter drive, int number) {
        this.table = table;
        this.drive = drive;
        this.number = number;
        this.appender = new RecordAppender(table.scope().pool());
        this.writer = new LaneWriter(this);
    }

    /** Bytes appended and not yet in the file. */
    long backlog() {
        return position - positionWritten;
    }

    /** Whether somebody waits for more to become durable. */
    boolean isFlushAhead() {
        return flushTarget > positionDurable;
    }

    boolean isUsable() {
        return fault == null && !noSpace && drive.takesAppends();
    }

    /**
     * Appends one record, under the lock.
     *
     * @return the record's address; or minus the number of chunks that must be reserved first; or {@link #NO_ROOM}. Nothing is
     *     appended in the latter cases
     */
    long append(AppendRequest r) throws IOException {
        long length = r.recordLength();
        ActiveSegment active = current;
        if (active == null || isRollDue(active, r.appendMs(), length)) {
            active = begin(r.appendMs());
        }
        boolean full = active.keyDirectory.isFull();
        long mark = active.markDue.get();
        long extra = (full ? KeyDirectoryLayout.recordLength(KeyDirectoryLayout.ENTRIES_MAX) : 0)
                + (mark != 0 ? MarkLayout.RECORD_LENGTH : 0);
        int needed = active.chunksNeeded(extra + length, table.scope().pool().chunkLength());
        if (needed > r.chunksReserved()) {
            return -needed;
        }
        if (needed > 0
                && !drive.takeRoom(active, (long) needed * table.scope().pool().chunkLength())) {
            return NO_ROOM;
        }
        appender.begin(active);
        if (mark != 0) {
            appender.mark(active.markDue.getAndSet(0), r.appendMs());
        }
        if (full) {
            appender.keyDirectory(r.appendMs());
        }
        long offset = appender.value(r);
        r.chunksReserved(r.chunksReserved() - appender.chunksTaken());
        r.recordEnd(appender.cursor());
        active.keyDirectory.add(r.hash(), offset);
        if (!active.counted) {
            active.counted = true;
            table.segmentBegun();
        }
        long recordMs = active.segment.recordMs(r.appendMs());
        active.segment.tally().add(r.key().remaining(), r.value().remaining(), recordMs, r.ownTtlMs());
        active.noteOwnTtl(r.ownTtlMs());
        publish(active, appender.cursor());
        if (appender.chunksTaken() > 0 || !scheduled.get()) {
            drive.schedule(this);
        }
        return Address.of(active.segment.sequence(), offset);
    }

    private void publish(ActiveSegment active, long end) {
        active.appended = end;
        position = active.lanePositionBase + end;
    }

    private boolean isRollDue(ActiveSegment active, long nowMs, long length) {
        if (active.segment.tally().valueCount() == 0) {
            return false;
        }
        return active.appended + length > table.targetLength()
                || active.appended
                                + KeyDirectoryLayout.recordLength(KeyDirectoryLayout.ENTRIES_MAX)
                                + MarkLayout.RECORD_LENGTH
                        >= Address.OFFSET_LIMIT
                || isOlderThanRollAge(active, nowMs);
    }

    private boolean isOlderThanRollAge(ActiveSegment active, long nowMs) {
        long age = nowMs - active.segment.tally().firstAppendMs();
        return age >= table.rollAgeMs(active.ownTtlMsMax())
                || nowMs - active.segment.createdMs() >= RollAge.SPAN_MS_MAX;
    }

    /** Closes the current segment and begins the next, under the lock. */
    private ActiveSegment begin(long nowMs) throws IOException {
        PreparedSegment ready = prepared;
        prepared = null;
        if (ready != null && nowMs - ready.header().createdMs() >= RollAge.SPAN_MS_MAX / 2) {
            drive.discard(ready, table);
            ready = null;
        }
        SegmentHeader header = ready != null ? ready.header() : table.newHeader(drive, number, nowMs);
        Segment segment = new Segment(header, table.files(), drive.drive());
        long base = Blocks.ceil(position);
        ActiveSegment active =
                new ActiveSegment(segment, this, base, table.scope().pool().chunkCount());
        segment.activate(active);
        if (ready != null) {
            active.use(ready);
        }
        closeCurrent();
        if (oldest == null) {
            oldest = active;
        } else {
            last.next = active;
        }
        last = active;
        current = active;
        table.segments().add(segment);
        return active;
    }

    private void closeCurrent() {
        ActiveSegment active = current;
        if (active != null) {
            active.keepLastBlock();
            active.closed = true;
            current = null;
        }
    }

    /** Ends the current segment if it holds anything, so that it will be sealed. Takes the lock. */
    void roll() {
        lock.lock();
        try {
            if (current != null && current.segment.tally().valueCount() > 0) {
                closeCurrent();
                drive.schedule(this);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the current segment if it has come of age. Takes the lock. */
    void rollIfOld(long nowMs) {
        lock.lock();
        try {
            ActiveSegment active = current;
            if (active != null && active.segment.tally().valueCount() > 0 && isOlderThanRollAge(active, nowMs)) {
                closeCurrent();
                drive.schedule(this);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The oldest segment was handed over; goes on to the next. By the agent; takes the lock. */
    void advance() {
        lock.lock();
        try {
            oldest = oldest.next;
        } finally {
            lock.unlock();
        }
    }

    /** The segment that takes appends now, or null. Takes the lock. */
    ActiveSegment current() {
        lock.lock();
        try {
            return current;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the lane: no append comes here any more. Under the lock. */
    void closeForGood() {
        closeCurrent();
    }

    /** Whether the lane fills segments faster than they come of age, so that a whole recycled file is worth taking. */
    boolean isFast() {
        return fast || backlog() >= table.scope().pool().chunkLength();
    }

    /** Asks for the next segment's file once half of this one is used, if the other half will not last long. By the agent. */
    void prepareIfNeeded(ActiveSegment active) {
        if (active.written < table.targetLength() / 2 || prepared != null) {
            return;
        }
        long elapsed = table.scope().clock().nowMs() - active.segment.tally().firstAppendMs();
        fast = 2 * elapsed < table.rollAgeMs(active.ownTtlMsMax());
        if (fast && preparing.compareAndSet(false, true)) {
            drive.prepare(this);
        }
    }

    /** Under the lock, by the agent: says what is durable when no append has come to say it; true if it wrote a mark. */
    boolean markIdle(ActiveSegment active, long nowMs) {
        if (active.markDue.get() == 0 || active.tailRoom() < MarkLayout.RECORD_LENGTH) {
            return false;
        }
        appender.begin(active);
        appender.mark(active.markDue.getAndSet(0), nowMs);
        publish(active, appender.cursor());
        return true;
    }

    /** Asks for durability of all that was appended; {@code wait} is told by the agent. */
    void flush(FlushWait wait) {
        flushTo(position, wait);
    }

    void flushTo(long target, FlushWait wait) {
        if (positionDurable >= target) {
            return;
        }
        wait.begin();
        IOException cause = failed;
        if (cause != null) {
            wait.fail(cause);
            return;
        }
        synchronized (waiters) {
            waiters.addLast(new Waiting(target, wait));
            flushTarget = Math.max(flushTarget, target);
        }
        drive.schedule(this);
    }

    /** Tells those whose target is reached. By the agent. */
    void completeWaiters() {
        long durable = positionDurable;
        Waiting first = pollWaiter(durable);
        while (first != null) {
            first.flush.end();
            first = pollWaiter(durable);
        }
    }

    private Waiting pollWaiter(long durable) {
        synchronized (waiters) {
            Waiting best = waiters.peekFirst();
            return best != null && best.target <= durable ? waiters.pollFirst() : null;
        }
    }

    /** Tells all who wait now that it failed. By the agent. */
    void failWaiters(IOException cause) {
        List<Waiting> all;
        synchronized (waiters) {
            all = new ArrayList<>(waiters);
            waiters.clear();
            flushTarget = 0;
        }
        for (Waiting each : all) {
            each.flush.fail(cause);
        }
    }

    boolean hasWaiters() {
        synchronized (waiters) {
            return !waiters.isEmpty();
        }
    }

    private record Waiting(long target, FlushWait flush) {}
}
