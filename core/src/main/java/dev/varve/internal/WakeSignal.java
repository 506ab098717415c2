package dev.varve.internal;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes one waiting thread. A signal raised while the thread is at work is kept, so no wake-up is lost: whatever another
 * thread made visible before {@link #raise()} is seen by the work that follows the next {@link #lower()}.
 *
 * <p>Raised by any thread; lowered and awaited by the one thread given to {@link #attach(Thread)}.
 */
final class WakeSignal {
    private volatile boolean raised;
    private volatile Thread waiter;

    /** Says who waits. Before this, raising only leaves its mark. */
    void attach(Thread thread) {
        waiter = thread;
    }

    /** Cheap if the signal is raised already. Never blocks. */
    void raise() {
        // Against the fence in lower(): either we see the signal lowered, or the waiter sees what we did before.
        VarHandle.fullFence();
        if (!raised) {
            raised = true;
            LockSupport.unpark(waiter);
        }
    }

    /** Called before looking for work. */
    void lower() {
        if (raised) {
            raised = false;
        }
        VarHandle.fullFence();
    }

    /** Waits until raised, or for about that long; {@link Long#MAX_VALUE} waits without a timeout. */
    void await(long nanos) {
        if (nanos == Long.MAX_VALUE) {
            while (!raised) {
                LockSupport.park(this);
                dropInterrupt();
            }
            return;
        }
        // One wait is enough: waking early costs a duty cycle, and those who pace themselves ask again.
        if (!raised && nanos > 0) {
            LockSupport.parkNanos(this, Math.min(nanos, TimeUnit.DAYS.toNanos(1)));
            dropInterrupt();
        }
    }

    /** Nobody has a reason to interrupt an agent, and with the flag set it would never park again, nor read a file. */
    private static void dropInterrupt() {
        Thread.interrupted();
    }
}
