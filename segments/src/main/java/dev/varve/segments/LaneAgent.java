package dev.varve.segments;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Writes and syncs a share of a drive's lanes, of whatever table. A lane comes by the inbox, which any thread may push to,
 * and stays on the agent's list until it is at rest. All other state belongs to the agent's thread.
 */
public final class LaneAgent implements ParkingAgent {
    private static final int COPY_LENGTH = 64 << 10;

    private static final long PARK_NANOS_MIN = 1_000_000;

    private final String name;
    private final WriteScope scope;
    private final AtomicReference<Lane> inbox = new AtomicReference<>();
    private final ArrayList<Lane> lanes = new ArrayList<>();
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private ByteBuffer copy;
    private long writtenTo;
    private volatile Wakeup wakeup = () -> {};

    LaneAgent(String name, WriteScope scope) {
        this.name = name;
        this.scope = scope;
    }

    @Override
    public void wakeup(Wakeup wake) {
        wakeup = wake;
    }

    /** Puts a lane on the list, or makes the agent look at it again. Any thread. */
    void schedule(Lane lane) {
        if (lane.scheduled.compareAndSet(false, true)) {
            scope.busyLanes().incrementAndGet();
            Lane head;
            do {
                head = inbox.get();
                lane.nextScheduled = head;
            } while (!inbox.compareAndSet(head, lane));
        }
        wakeup.signal();
    }

    /** Makes the agent look at all its lanes again. Any thread. */
    void signal() {
        wakeup.signal();
    }

    /** Has something done by this agent's thread. Any thread. */
    void runLater(Runnable task) {
        tasks.add(task);
        wakeup.signal();
    }

    @Override
    public int doWork() {
        int work = 0;
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
            work++;
        }
        takeInbox();
        long now = scope.clock().nanoTime();
        for (int i = lanes.size() - 1; i >= 0; i--) {
            Lane lane = lanes.get(i);
            int done = lane.writer.step(this, now);
            work += done;
            if (done == 0 && lane.writer.isAtRest()) {
                remove(i, lane);
            }
        }
        return work;
    }

    private void takeInbox() {
        Lane lane = inbox.getAndSet(null);
        while (lane != null) {
            Lane next = lane.nextScheduled;
            lane.nextScheduled = null;
            lanes.add(lane);
            lane = next;
        }
    }

    private void remove(int i, Lane lane) {
        Lane last = lanes.remove(lanes.size() - 1);
        if (last != lane) {
            lanes.set(i, last);
        }
        scope.busyLanes().decrementAndGet();
        lane.scheduled.set(false);
        if (!lane.writer.isAtRest()) {
            schedule(lane);
        }
    }

    @Override
    public long parkNanos() {
        if (inbox.get() != null || !tasks.isEmpty()) {
            return 0;
        }
        if (lanes.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long now = scope.clock().nanoTime();
        long park = LaneWriter.RETRY_NANOS;
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = lanes.get(i);
            if (!lane.noSpace) {
                park = Math.min(park, Math.max(PARK_NANOS_MIN, lane.writer.quietAt() - now));
            }
        }
        return park;
    }

    /** The longest stretch that is written from a private copy. */
    int copyLength() {
        return COPY_LENGTH;
    }

    /** A private copy of part of a chunk, filled up with zeros to whole blocks. */
    ByteBuffer copy(Chunk chunk, long from, long to) {
        if (copy == null) {
            copy = AlignedBuffers.allocate(COPY_LENGTH + FileSystem.BLOCK);
        }
        int length = (int) (to - from);
        int blocks = (int) Blocks.ceil(length);
        copy.clear();
        copy.put(0, chunk.bytes, (int) (from - chunk.baseOffset()), length);
        for (int i = length; i < blocks; i++) {
            copy.put(i, (byte) 0);
        }
        return copy.limit(blocks);
    }

    long writtenTo() {
        return writtenTo;
    }

    void writtenTo(long offset) {
        writtenTo = offset;
    }

    @Override
    public String roleName() {
        return name;
    }
}
