package dev.varve.segments;

import org.agrona.concurrent.Agent;

/**
 * An agent that sleeps when it has nothing to do and is woken by a signal, so that an idle store costs no processor time.
 *
 * <p>Whoever runs it calls {@link #doWork()} until that returns 0, then parks for at most {@link #parkNanos()}.
 */
public interface ParkingAgent extends Agent {
    /** Says how to end this agent's pause. Called once, before the first duty cycle. */
    void wakeup(Wakeup wakeup);

    /** How long the agent may pause after a duty cycle that found nothing, in nanoseconds; {@link Long#MAX_VALUE}: until signalled. Called by the agent's thread. */
    long parkNanos();
}
