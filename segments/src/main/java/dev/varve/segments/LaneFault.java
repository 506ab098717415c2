package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A lane that can write no more: its drive failed a write or a sync, and none of its files is trusted beyond what was
 * durable before. The records above that are still in chunks. Whoever receives this stores the ends, appends the records
 * anew elsewhere and calls {@link #moved()}, or gives up and calls {@link #lost}. One thread at a time.
 */
public final class LaneFault {
    private final Lane lane;
    private final IOException cause;
    private final List<ActiveSegment> segments = new ArrayList<>();
    /** What is moved out of each of them. */
    private final List<SegmentTally> unsynced = new ArrayList<>();

    private LaneFault(Lane lane, IOException cause) {
        this.lane = lane;
        this.cause = cause;
    }

    /** Latches the fault. By the lane's agent. */
    static void raise(Lane lane, IOException cause) {
        LaneFault fault = new LaneFault(lane, cause);
        lane.lock.lock();
        try {
            lane.fault = cause;
            lane.closeForGood();
            for (ActiveSegment active = lane.oldest; active != null; active = active.next) {
                fault.segments.add(active);
            }
        } finally {
            lane.lock.unlock();
        }
        lane.drive.drive().fail(cause);
        lane.table.scope().events().laneFault(fault);
    }

    public Drive drive() {
        return lane.drive.drive();
    }

    public TableWriter table() {
        return lane.table;
    }

    public IOException cause() {
        return cause;
    }

    /** Pairs of a segment's sequence and the end of its durable bytes: what recovery must not go beyond. */
    public long[] durableEnds() {
        long[] pairs = new long[2 * segments.size()];
        for (int i = 0; i < segments.size(); i++) {
            pairs[2 * i] = segments.get(i).segment.sequence();
            pairs[2 * i + 1] = segments.get(i).durableBoundary;
        }
        return pairs;
    }

    /** Is given each value that was appended and is not durable; buffers are valid during the call. */
    @FunctionalInterface
    public interface UnsyncedRecord {
        void record(long address, ByteBuffer key, ByteBuffer value, long appendMs, long ownTtlMs)
                throws IOException, InterruptedException;
    }

    /** Reads the values above the durable ends out of chunks, in the order of their appends. */
    public void forEachUnsynced(UnsyncedRecord visitor) throws IOException, InterruptedException {
        for (ActiveSegment active : segments) {
            long offset = active.durableBoundary;
            SegmentTally tally = new SegmentTally();
            while (offset < active.appended) {
                offset = visit(active, offset, tally, visitor);
            }
            unsynced.add(tally);
        }
    }

    private static long visit(ActiveSegment active, long offset, SegmentTally tally, UnsyncedRecord visitor)
            throws IOException, InterruptedException {
        ByteBuffer header = ByteBuffer.allocate(RecordLayout.HEADER_LENGTH + RecordLayout.OWN_TTL_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN);
        active.read(offset, header);
        long length = RecordLayout.recordLength(header, 0);
        if (RecordLayout.type(header, 0) == RecordLayout.VALUE) {
            int keyStart = RecordLayout.keyStart(header, 0);
            ByteBuffer key = copy(active, offset + keyStart, RecordLayout.keyLength(header, 0));
            ByteBuffer value = copy(
                    active, offset + keyStart + key.remaining(), Math.toIntExact(RecordLayout.valueLength(header, 0)));
            long appendMs = active.segment.createdMs() + RecordLayout.appendDelta(header, 0);
            tally.add(key.remaining(), value.remaining(), appendMs, RecordLayout.ownTtl(header, 0));
            visitor.record(
                    Address.of(active.segment.sequence(), offset),
                    key,
                    value,
                    appendMs,
                    RecordLayout.ownTtl(header, 0));
        }
        return offset + length;
    }

    private static ByteBuffer copy(ActiveSegment active, long offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        active.read(offset, bytes);
        if (bytes.hasRemaining()) {
            throw new IOException(
                    "bytes at " + offset + " of " + active.segment + " are neither in memory nor readable");
        }
        return bytes.flip();
    }

    /** All values are elsewhere: the segments end at their durable ends, the chunks are free, waiters go on. */
    public void moved() {
        lane.drive.agentOf(lane).runLater(() -> {
            end();
            lane.positionWritten = lane.position;
            lane.positionDurable = lane.position;
            lane.completeWaiters();
        });
    }

    /** There is nowhere to put them: what was visible stays readable, but every flush fails with the cause. */
    public void lost() {
        lane.failed = cause;
        lane.failWaiters(cause);
    }

    private void end() {
        for (int i = 0; i < segments.size(); i++) {
            ActiveSegment active = segments.get(i);
            if (i < unsynced.size()) {
                SegmentTally moved = unsynced.get(i);
                active.segment.tally().remove(moved.valueCount(), moved.keyBytes(), moved.valueBytes());
            }
            long directory = active.keyDirectory.previousOffset();
            active.segment.sealed(active.durableBoundary, directory < active.durableBoundary ? directory : 0);
            Chunk chunk = active.oldest();
            while (chunk != null) {
                lane.table.scope().pool().give(active.removeOldest());
                chunk = active.oldest();
            }
            if (active.counted) {
                lane.table.segmentDone(active.segment, false);
            }
        }
    }
}
