package dev.varve.segments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Does for one drive what need not be done by a writer: seals, prepares next segments, recycles and deletes retired ones,
 * keeps the drive's room up to date, touches the pool's chunks ahead. Tasks come by a queue from any thread; all else belongs
 * to the agent's thread.
 */
public final class SpaceAgent implements ParkingAgent {
    private static final System.Logger LOG = System.getLogger(SpaceAgent.class.getName());
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DriveWriter drive;
    private final String name;
    private final ConcurrentLinkedQueue<SpaceTask> inbox = new ConcurrentLinkedQueue<>();
    private final ArrayList<SpaceTask> tasks = new ArrayList<>();
    private final AtomicLong bytesWaiting = new AtomicLong();
    private volatile Wakeup wakeup = () -> {};
    private long refreshAt = Long.MIN_VALUE;
    private long backlogSeen;
    private boolean touching = true;

    SpaceAgent(DriveWriter drive, String name) {
        this.drive = drive;
        this.name = name;
    }

    @Override
    public void wakeup(Wakeup wake) {
        wakeup = wake;
    }

    void add(SpaceTask task) {
        if (task instanceof DeleteTask delete) {
            bytesWaiting.addAndGet(delete.bytes());
        }
        inbox.add(task);
        wakeup.signal();
    }

    long bytesWaiting() {
        return bytesWaiting.get();
    }

    @Override
    public int doWork() {
        SpaceTask arrived = inbox.poll();
        while (arrived != null) {
            tasks.add(arrived);
            arrived = inbox.poll();
        }
        long now = drive.scope().clock().nanoTime();
        int work = 0;
        for (int i = 0; i < tasks.size(); ) {
            SpaceTask task = tasks.get(i);
            SpaceTask.Progress progress = step(task, now);
            if (progress == SpaceTask.Progress.DONE) {
                tasks.remove(i);
                work++;
            } else {
                work += progress == SpaceTask.Progress.MORE ? 1 : 0;
                i++;
            }
        }
        if (work == 0 && touching) {
            touching = drive.scope().pool().touchOne();
            work = touching ? 1 : 0;
        }
        return work + refresh(now);
    }

    private SpaceTask.Progress step(SpaceTask task, long now) {
        try {
            long before = task instanceof DeleteTask delete ? delete.bytes() : 0;
            SpaceTask.Progress progress = task.step(now);
            if (task instanceof DeleteTask delete) {
                bytesWaiting.addAndGet(delete.bytes() - before);
            }
            return progress;
        } catch (NoSpaceException e) {
            LOG.log(System.Logger.Level.WARNING, name + ": waits for space: " + e.getMessage());
            return SpaceTask.Progress.WAIT;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, name + ": " + e.getMessage());
            task.failed(e);
            return SpaceTask.Progress.DONE;
        }
    }

    private int refresh(long now) {
        if (refreshAt != Long.MIN_VALUE && now - refreshAt < 0) {
            return 0;
        }
        refreshAt = now + REFRESH_NANOS;
        try {
            drive.room().refresh();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, name + ": cannot tell its space: " + e.getMessage());
        }
        return 0;
    }

    /** Parks without end when the drive is idle; the next task or append wakes it. */
    @Override
    public long parkNanos() {
        if (!inbox.isEmpty()) {
            return 0;
        }
        if (!tasks.isEmpty()) {
            return WAIT_NANOS;
        }
        long backlog = drive.appendsSeen();
        boolean busy = backlog != backlogSeen;
        backlogSeen = backlog;
        return busy ? REFRESH_NANOS : Long.MAX_VALUE;
    }

    @Override
    public String roleName() {
        return name;
    }
}
