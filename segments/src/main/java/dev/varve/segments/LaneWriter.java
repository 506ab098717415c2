package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * The half of a lane that touches the drive: makes the segment's file, writes chunks, syncs, gives chunks back, hands
 * finished segments over for sealing. All of it by the lane's one agent, one bounded step at a time, so that writes of a
 * lane never overlap and everything below {@code written} has returned.
 */
final class LaneWriter {
    /** A lane without appends for this long writes its chunk and keeps only its last block. */
    static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A lane whose drive was full tries again after this long, if nobody asks earlier. */
    static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Lane lane;

    // All fields below: the lane's agent.
    private long positionSeen;
    private long quietSince;
    private long retryAt;

    LaneWriter(Lane lane) {
        this.lane = lane;
    }

    /** Does at most one write, sync or other call to the drive; answers the work done. */
    int step(LaneAgent agent, long now) {
        lane.completeWaiters();
        ActiveSegment active = lane.oldest;
        if (active == null || lane.fault != null || (lane.noSpace && now - retryAt < 0 && !lane.hasWaiters())) {
            return 0;
        }
        try {
            int work = step(active, agent, now);
            if (work > 0 && lane.noSpace) {
                lane.noSpace = false;
                lane.drive.noteFull(false);
            }
            return work;
        } catch (NoSpaceException e) {
            retryAt = now + RETRY_NANOS;
            if (!lane.noSpace) {
                lane.noSpace = true;
                lane.drive.noteFull(true);
            }
            lane.failWaiters(e);
            return 0;
        } catch (IOException e) {
            LaneFault.raise(lane, e);
            return 1;
        }
    }

    private int step(ActiveSegment active, LaneAgent agent, long now) throws IOException {
        boolean closed = active.closed;
        long appended = active.appended;
        if (active.file == null) {
            active.use(lane.drive.createSegment(active.segment.header(), lane.table, lane.isFast()));
            return 1;
        }
        boolean quiet = isQuiet(now);
        if (active.written < appended && write(active, agent, appended, closed || quiet || isFlushAhead(active))) {
            return 1;
        }
        if (active.written > active.durable && isSyncDue(active, closed && active.written == appended, quiet)) {
            sync(active);
            return 1;
        }
        if (closed) {
            if (active.durable == appended) {
                while (active.oldest() != null) {
                    lane.table.scope().pool().give(active.removeOldest());
                }
                lane.drive.seal(active);
                lane.advance();
                return 1;
            }
            return 0;
        }
        boolean isShort = lane.table.scope().pool().isShort();
        if (isShort && active.written < appended) {
            return write(active, agent, appended, true) ? 1 : 0;
        }
        return quiet || isShort ? rest(active) : 0;
    }

    private boolean isFlushAhead(ActiveSegment active) {
        return lane.flushTarget > active.lanePositionBase + active.written;
    }

    private boolean isQuiet(long now) {
        long position = lane.position;
        if (position != positionSeen) {
            positionSeen = position;
            quietSince = now;
            return false;
        }
        return now - quietSince >= QUIET_NANOS;
    }

    /** When {@link #isQuiet} will turn true if no append comes. */
    long quietAt() {
        return quietSince + QUIET_NANOS;
    }

    private boolean isSyncDue(ActiveSegment active, boolean ended, boolean quiet) {
        long target = lane.flushTarget - active.lanePositionBase;
        return ended
                || quiet
                || (target > active.durable && active.written >= target)
                || active.written - active.durable >= lane.table.scope().syncShare()
                || lane.table.scope().pool().isShort();
    }

    /** Writes one chunk's worth from the written position on; a chunk that is not full only if forced. */
    private boolean write(ActiveSegment active, LaneAgent agent, long appended, boolean forced) throws IOException {
        long from = active.file.isDirect() ? Blocks.floor(active.written) : active.written;
        Chunk chunk = active.chunkAt(from);
        boolean full = appended >= chunk.endOffset();
        if (!full && !forced) {
            return false;
        }
        long to = full ? chunk.endOffset() : appended;
        if (full || !active.file.isDirect()) {
            writeChunk(active, chunk, from, to);
        } else {
            writePartly(active, chunk, from, agent);
            to = agent.writtenTo();
        }
        active.written = to;
        lane.positionWritten = active.lanePositionBase + to;
        lane.table.stats().wrote(to - from);
        lane.prepareIfNeeded(active);
        return true;
    }

    private static void writeChunk(ActiveSegment active, Chunk chunk, long from, long to) throws IOException {
        ByteBuffer bytes = chunk.writerBytes;
        bytes.limit((int) (to - chunk.baseOffset())).position((int) (from - chunk.baseOffset()));
        try {
            active.file.write(bytes, from);
        } finally {
            bytes.clear();
        }
    }

    /**
     * Writes up to what is appended now. The last block goes out from a private copy, zeros behind its end, because
     * appenders are filling it; a little goes out whole from there, so that a small flush is one write.
     */
    private static void writePartly(ActiveSegment active, Chunk chunk, long from, LaneAgent agent) throws IOException {
        long to = Math.min(active.appended, chunk.endOffset());
        long copyFrom = to - from <= agent.copyLength() ? from : Blocks.floor(to);
        if (copyFrom > from) {
            writeChunk(active, chunk, from, copyFrom);
        }
        if (to > copyFrom) {
            active.file.write(agent.copy(chunk, copyFrom, to), copyFrom);
        }
        agent.writtenTo(to);
    }

    private void sync(ActiveSegment active) throws IOException {
        long end = active.written;
        if (lane.table.syncs()) {
            active.file.sync();
            lane.table.stats().synced();
        }
        long boundary = end;
        Chunk oldest = active.oldest();
        while (oldest != null && oldest.endOffset() <= end) {
            if (oldest.endOffset() == end) {
                boundary = oldest.lastBoundary;
            }
            giveBack(active);
            oldest = active.oldest();
        }
        if (boundary > active.lastMarkEnd) {
            active.markDue.set(boundary);
        }
        active.durableBoundary = boundary;
        active.durable = end;
        lane.positionDurable = active.lanePositionBase + end;
        lane.completeWaiters();
    }

    private void giveBack(ActiveSegment active) {
        Chunk chunk;
        if (active.hasOneChunk()) {
            lane.lock.lock();
            try {
                chunk = active.removeOldest();
                if (active.tail == chunk) {
                    active.tail = null;
                }
            } finally {
                lane.lock.unlock();
            }
        } else {
            chunk = active.removeOldest();
        }
        lane.table.scope().pool().give(chunk);
    }

    /** All is durable and nothing comes: says so in a mark, then lets go of the chunk. */
    private int rest(ActiveSegment active) {
        Chunk freed = null;
        lane.lock.lock();
        try {
            if (active.closed || active.appended != active.durable) {
                return 1;
            }
            if (lane.markIdle(active, lane.table.scope().clock().nowMs())) {
                positionSeen = lane.position;
                return 1;
            }
            if (active.tail != null) {
                freed = active.removeTail();
            }
        } finally {
            lane.lock.unlock();
        }
        if (freed == null) {
            return 0;
        }
        lane.table.scope().pool().give(freed);
        return 1;
    }

    /** Whether the agent may forget the lane until it is scheduled again. */
    boolean isAtRest() {
        if (lane.fault != null) {
            return true;
        }
        if (lane.hasWaiters()) {
            return false;
        }
        ActiveSegment active = lane.oldest;
        return active == null || (!active.closed && active.durable == active.appended && active.oldest() == null);
    }
}
