package dev.varve.segments;

/** Ends the pause of a parked agent. May be called by any thread, at any time; a signal given while the agent works makes its next pause end at once. */
@FunctionalInterface
public interface Wakeup {
    void signal();
}
