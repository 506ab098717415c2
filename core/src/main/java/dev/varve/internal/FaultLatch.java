package dev.varve.internal;

import dev.varve.StoreFaultException;
import dev.varve.StoreListener;
import dev.varve.VarveException;
import java.util.concurrent.atomic.AtomicReference;

/** Keeps the first fault that stops the store from writing, for ever. Any thread. */
final class FaultLatch {
    private static final System.Logger LOG = System.getLogger(FaultLatch.class.getName());

    private final AtomicReference<VarveException> first = new AtomicReference<>();
    private final StoreListener listener;

    FaultLatch(StoreListener listener) {
        this.listener = listener;
    }

    /** Null while there is none. */
    VarveException first() {
        return first.get();
    }

    /** Throws if there was a fault. */
    void check() {
        VarveException fault = first.get();
        if (fault != null) {
            throw new StoreFaultException(fault.getMessage(), fault);
        }
    }

    /** An agent threw what it should not have: an error of the store's own, after which nothing it writes is to be trusted. */
    void agentFailed(String role, Throwable cause) {
        latch(new StoreFaultException("the agent " + role + " failed: " + cause, cause));
    }

    /** Keeps a fault if it is the first. */
    void latch(VarveException fault) {
        if (first.compareAndSet(null, fault)) {
            LOG.log(System.Logger.Level.ERROR, "the store takes no more writes", fault);
            listener.storeFault(fault);
        }
    }
}
