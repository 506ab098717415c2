package dev.varve.internal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.Agent;

/**
 * Runs user code (listeners, stages that depend on flushes) on a thread of its own, in order, so that it never holds up
 * I/O. What it throws is logged and does no harm.
 *
 * <p>Handed over by any thread, run by the agent's.
 */
public final class Callbacks implements Agent, Executor {
    private static final System.Logger LOG = System.getLogger(Callbacks.class.getName());

    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile AgentThread thread;

    /** Starts the thread. Before that, what is handed over waits. */
    public void start(Threads threads) {
        thread = threads.start(this);
    }

    /** Hands over; never blocks and never runs anything here unless the thread is gone. */
    @Override
    public void execute(Runnable callback) {
        queue.add(callback);
        AgentThread running = thread;
        if (running != null) {
            running.wake();
        }
        if (closed.get()) {
            // Nobody else would: a future left open would be a hang.
            drain();
        }
    }

    /** Whether the calling thread is the one that runs user code. */
    public boolean isCurrent() {
        AgentThread running = thread;
        return running != null && running.isCurrent();
    }

    @Override
    public int doWork() {
        return drain();
    }

    @Override
    public void onClose() {
        closed.set(true);
        drain();
    }

    @Override
    public String roleName() {
        return "callbacks";
    }

    private int drain() {
        int done = 0;
        for (Runnable next = queue.poll(); next != null; next = queue.poll()) {
            try {
                next.run();
            } catch (Throwable e) {
                LOG.log(System.Logger.Level.WARNING, "a callback failed", e);
            }
            done++;
        }
        return done;
    }
}
