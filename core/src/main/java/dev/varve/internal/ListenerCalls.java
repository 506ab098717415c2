package dev.varve.internal;

import dev.varve.CorruptionException;
import dev.varve.DriveFaultException;
import dev.varve.SegmentEvent;
import dev.varve.StoreListener;
import dev.varve.VarveException;
import java.nio.file.Path;
import java.util.concurrent.Executor;

/** Passes events on to a user's listener by way of the callback thread. Called by any thread; never blocks, never throws. */
public final class ListenerCalls implements StoreListener {
    private final StoreListener listener;
    private final Executor callbacks;

    public ListenerCalls(StoreListener listener, Executor callbacks) {
        this.listener = listener;
        this.callbacks = callbacks;
    }

    @Override
    public void segmentSealed(SegmentEvent event) {
        callbacks.execute(() -> listener.segmentSealed(event));
    }

    @Override
    public void segmentExpired(SegmentEvent event) {
        callbacks.execute(() -> listener.segmentExpired(event));
    }

    @Override
    public void segmentRecycled(SegmentEvent event) {
        callbacks.execute(() -> listener.segmentRecycled(event));
    }

    @Override
    public void segmentDeleted(SegmentEvent event) {
        callbacks.execute(() -> listener.segmentDeleted(event));
    }

    @Override
    public void damageFound(CorruptionException damage) {
        callbacks.execute(() -> listener.damageFound(damage));
    }

    @Override
    public void driveFault(Path drive, DriveFaultException fault) {
        callbacks.execute(() -> listener.driveFault(drive, fault));
    }

    @Override
    public void storeFault(VarveException fault) {
        callbacks.execute(() -> listener.storeFault(fault));
    }
}
