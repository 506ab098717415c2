package dev.varve.internal;

import dev.varve.segments.LaneFault;
import dev.varve.segments.ParkingAgent;
import dev.varve.segments.Wakeup;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Deals with lanes that can write no more, one after the other: its own thread, as it waits for drives. */
final class FailoverAgent implements ParkingAgent {
    private final StoreCore store;
    private final Queue<LaneFault> faults = new ConcurrentLinkedQueue<>();
    private volatile Wakeup wakeup = () -> {};

    FailoverAgent(StoreCore store) {
        this.store = store;
    }

    /** Any thread. */
    void take(LaneFault fault) {
        faults.add(fault);
        wakeup.signal();
    }

    @Override
    public int doWork() {
        LaneFault fault = faults.poll();
        if (fault == null) {
            return 0;
        }
        new Failover(store, fault).run();
        return 1;
    }

    @Override
    public long parkNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    public void wakeup(Wakeup wakeup) {
        this.wakeup = wakeup;
    }

    @Override
    public String roleName() {
        return "failover";
    }
}
