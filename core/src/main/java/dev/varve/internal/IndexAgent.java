package dev.varve.internal;

import dev.varve.segments.ParkingAgent;
import dev.varve.segments.Wakeup;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Cares for the indexes of all tables of a store: one thread, whose tables ask for it by {@link #ask}. Parks without a
 * timeout when no table fills its index and no generation waits to be written.
 */
final class IndexAgent implements ParkingAgent {
    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long WRITE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Queue<TableCore> asking = new ConcurrentLinkedQueue<>();
    private final List<TableCore> busy = new ArrayList<>();
    private volatile Wakeup wakeup = () -> {};
    private long parkNanos = Long.MAX_VALUE;

    /** Puts a table on the list. Any thread. */
    void ask(TableCore table) {
        asking.add(table);
        wakeup.signal();
    }

    @Override
    public int doWork() {
        for (TableCore table = asking.poll(); table != null; table = asking.poll()) {
            table.indexHeard();
            if (!busy.contains(table)) {
                busy.add(table);
            }
        }
        int work = 0;
        long park = Long.MAX_VALUE;
        for (Iterator<TableCore> each = busy.iterator(); each.hasNext(); ) {
            TableCore table = each.next();
            if (!table.isOpen()) {
                table.room.closed();
                each.remove();
            } else if (table.growth.step()) {
                work++;
            } else if (table.growth.isWatching()) {
                park = Math.min(park, WATCH_NANOS);
            } else if (table.growth.isWaitingToWrite()) {
                park = Math.min(park, WRITE_NANOS);
            } else {
                each.remove();
            }
        }
        parkNanos = park;
        return work;
    }

    @Override
    public long parkNanos() {
        return parkNanos;
    }

    @Override
    public void wakeup(Wakeup wakeup) {
        this.wakeup = wakeup;
    }

    @Override
    public String roleName() {
        return "index";
    }
}
