package dev.varve.internal;

import dev.varve.DriveFaultException;
import dev.varve.Metric;
import dev.varve.SegmentEvent;
import dev.varve.segments.Drive;
import dev.varve.segments.LaneFault;
import dev.varve.segments.Segment;
import dev.varve.segments.WriteEvents;

/**
 * Passes on what happens on the write side: to the listener, the counters, and the agents that have to do something about it.
 * Called by the write side's agents; short, and never blocks.
 */
final class StoreEvents implements WriteEvents {
    private final StoreCore store;

    StoreEvents(StoreCore store) {
        this.store = store;
    }

    @Override
    public void sealed(Segment segment) {
        TableCore table = store.catalog.byId(segment.header().owner().tableId());
        if (table != null) {
            store.listener.segmentSealed(event(table, segment));
            if (table.options().maxBytes() != 0) {
                store.expiryAgent.ask();
            }
        }
        store.retirements.changed();
    }

    @Override
    public void leaving(Segment segment) {
        // Told when it left the table; that its file changes now is nobody's business.
    }

    @Override
    public void recycled(Segment segment) {
        store.retirements.ended(segment);
        TableCore table = store.catalog.byId(segment.header().owner().tableId());
        if (table != null) {
            store.listener.segmentRecycled(event(table, segment));
        }
    }

    @Override
    public void deleted(Segment segment) {
        store.retirements.ended(segment);
        TableCore table = store.catalog.byId(segment.header().owner().tableId());
        if (table != null) {
            table.counters.increment(Metric.SEGMENTS_DELETED);
            store.listener.segmentDeleted(event(table, segment));
        }
    }

    @Override
    public void laneFault(LaneFault fault) {
        Drive drive = fault.drive();
        if (store.faultyDrives.add(drive.id())) {
            store.listener.driveFault(drive.root(), new DriveFaultException(drive.root(), drive.fault()));
        }
        store.failover.take(fault);
    }

    @Override
    public void noSpace(Drive drive, boolean full) {
        // Puts are told by the writer, flushes by their wait.
    }

    static SegmentEvent event(TableCore table, Segment segment) {
        return new SegmentEvent(
                table.name,
                segment.path(),
                segment.sequence(),
                segment.fileLength(),
                segment.tally().valueCount());
    }
}
