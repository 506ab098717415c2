package dev.varve.internal;

import dev.varve.segments.ParkingAgent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;

/**
 * The threads of a store: the only class that makes any. All are daemons, named {@code varve-} and their agent's role, and
 * inherit nothing from the thread that opened the store.
 *
 * <p>Used by the threads that open and close the store.
 */
public final class Threads implements AutoCloseable {

    /** Hears what an agent threw, on its thread. Must not throw. */
    @FunctionalInterface
    public interface Failures {
        void failed(String role, Throwable cause);
    }

    /** Makes threads for {@link AgentThread}. */
    @FunctionalInterface
    interface Factory {
        Thread newThread(Runnable body, String role);
    }

    private final Failures failures;
    private final List<AgentThread> running = new ArrayList<>();

    public Threads(Failures failures) {
        this.failures = failures;
    }

    /** Starts an agent on a thread of its own, which parks without a timeout when there is nothing to do. */
    public AgentThread start(Agent agent) {
        return start(agent, () -> Long.MAX_VALUE);
    }

    /** Starts an agent that paces itself: it parks for as long as the agent says, and the agent can wake it. */
    public AgentThread start(ParkingAgent agent) {
        AgentThread thread = prepare(agent, agent::parkNanos);
        agent.wakeup(thread::wake);
        thread.start();
        return thread;
    }

    /**
     * Starts an agent that has something to do at times even if nobody wakes it.
     *
     * @param idleNanos asked on the agent's thread when a duty cycle found nothing to do: how long to park at most;
     *     {@link Long#MAX_VALUE}: until woken
     */
    public AgentThread start(Agent agent, LongSupplier idleNanos) {
        AgentThread thread = prepare(agent, idleNanos);
        thread.start();
        return thread;
    }

    private AgentThread prepare(Agent agent, LongSupplier idleNanos) {
        AgentThread thread = new AgentThread(agent, idleNanos, failures, Threads::newThread);
        synchronized (running) {
            running.add(thread);
        }
        return thread;
    }

    /** Closes every agent's thread, the last started first. */
    @Override
    public void close() {
        List<AgentThread> all;
        synchronized (running) {
            all = new ArrayList<>(running);
            running.clear();
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).close();
        }
    }

    private static Thread newThread(Runnable body, String role) {
        // Inherited thread locals and the opener's class loader would live as long as the store.
        Thread thread = new Thread(null, body, "varve-" + role, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(Threads.class.getClassLoader());
        return thread;
    }
}
