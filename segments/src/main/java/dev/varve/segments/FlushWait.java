package dev.varve.segments;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One wait for durability, over any number of lanes and tables: it ends when the last of the lanes it was handed to has
 * synced past the position captured then, or with the first failure.
 *
 * <p>Used so: {@link #begin()}, hand it to one or more writers, {@link #end()}. The count starts at one for the caller
 * itself, so that it cannot reach zero before all lanes are known. Lanes count down on their agents, which unpark the
 * threads in {@link #await()} directly.
 */
public final class FlushWait {
    private final AtomicInteger open = new AtomicInteger(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Runnable onDone;
    private volatile IOException failure;

    /** A wait that nobody is told about but the thread in {@link #await()}. */
    public FlushWait() {
        this(null);
    }

    /**
     * @param onDone called once at the end, by the agent that ended it (or by {@link #end()}): must be short and must not
     *     block; may be null
     */
    public FlushWait(Runnable onDone) {
        this.onDone = onDone;
    }

    /** Counts one more lane; called before the lane can know of it. */
    public void begin() {
        open.incrementAndGet();
    }

    /** One lane, or the caller of the flush, is through. */
    public void end() {
        if (open.decrementAndGet() == 0) {
            ended.countDown();
            if (onDone != null) {
                onDone.run();
            }
        }
    }

    /** One lane failed. The first failure is kept, and every lane still has to end. */
    public void fail(IOException cause) {
        synchronized (this) {
            if (failure == null) {
                failure = cause;
            }
        }
        end();
    }

    public boolean isDone() {
        return ended.getCount() == 0;
    }

    /** The first failure, or null. Final once {@link #isDone()}. */
    public IOException failure() {
        return failure;
    }

    /** Waits for the end, however long; an interrupt ends the wait with an exception and changes nothing else. */
    public void await() throws InterruptedException {
        ended.await();
    }

    /** Waits for the end; false when the time was up first. */
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        return ended.await(timeout, unit);
    }
}
