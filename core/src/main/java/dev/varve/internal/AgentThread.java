package dev.varve.internal;

import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;

/**
 * A thread that runs an agent's duty cycle as long as there is work, and else parks without a timeout until it is woken.
 * Agrona's own runner is not used because its idle strategies know no signal: they either burn or poll.
 *
 * <p>Started by {@link Threads}; woken and closed by any thread.
 */
public final class AgentThread implements AutoCloseable {
    private final Agent agent;
    private final LongSupplier idleNanos;
    private final Threads.Failures failures;
    private final WakeSignal signal = new WakeSignal();
    private final Thread thread;
    private volatile boolean closing;

    AgentThread(Agent agent, LongSupplier idleNanos, Threads.Failures failures, Threads.Factory factory) {
        this.agent = agent;
        this.idleNanos = idleNanos;
        this.failures = failures;
        thread = factory.newThread(this::run, agent.roleName());
        signal.attach(thread);
    }

    void start() {
        thread.start();
    }

    /** Makes the agent run its duty cycle at least once more, seeing all that was done before this call. Never blocks. */
    public void wake() {
        signal.raise();
    }

    /** Whether the calling thread is this one. */
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /**
     * Lets the duty cycle under way end, calls the agent's {@code onClose}, and returns when the thread is gone; on the thread
     * itself, returns at once. An interrupt does not end the wait and is kept. Further calls wait likewise.
     */
    @Override
    public void close() {
        closing = true;
        signal.raise();
        if (isCurrent()) {
            return;
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            agent.onStart();
            while (!closing) {
                signal.lower();
                if (cycle() == 0 && !closing) {
                    signal.await(idleNanos.getAsLong());
                }
            }
        } catch (Throwable e) {
            failures.failed(agent.roleName(), e);
        } finally {
            end();
        }
    }

    /** One duty cycle. An agent that failed goes on, but only once it is woken, so that it cannot fail in a loop. */
    private int cycle() {
        try {
            return agent.doWork();
        } catch (AgentTerminationException e) {
            closing = true;
            return 0;
        } catch (Throwable e) {
            failures.failed(agent.roleName(), e);
            return 0;
        }
    }

    private void end() {
        try {
            agent.onClose();
        } catch (Throwable e) {
            failures.failed(agent.roleName(), e);
        }
    }
}
