package dev.varve.internal;

import dev.varve.segments.ParkingAgent;
import dev.varve.segments.TableMetaStore;
import dev.varve.segments.Wakeup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Lets the segments of all tables expire: passes over every table when the next of its segments is due, and every few seconds
 * for lanes that come of age and leases left alone. One thread; {@link #passNow()} does the same on a user's.
 */
final class ExpiryAgent implements ParkingAgent {
    private static final System.Logger LOG = System.getLogger(ExpiryAgent.class.getName());

    /** Leases and lanes are looked at this often. */
    private static final long PERIOD_MS = 5_000;

    private final StoreTime time;
    private final TableMetaStore metas;
    private final Set<Path> droppedFolders = ConcurrentHashMap.newKeySet();
    private final Set<TableCore> tables = ConcurrentHashMap.newKeySet();
    private volatile Wakeup wakeup = () -> {};
    private volatile boolean asked;
    private long nextPassMs = Long.MIN_VALUE;
    private long parkNanos = Long.MAX_VALUE;

    ExpiryAgent(StoreTime time, TableMetaStore metas) {
        this.time = time;
        this.metas = metas;
    }

    void add(TableCore table) {
        tables.add(table);
        ask();
    }

    void remove(TableCore table) {
        tables.remove(table);
    }

    /** Folders of dropped tables, which go when no segment is left in them. */
    void deleteWhenEmpty(List<Path> folders) {
        droppedFolders.addAll(folders);
        ask();
    }

    /** Makes the next pass come at once: an option has changed, or a segment of a bounded table was sealed. */
    void ask() {
        asked = true;
        wakeup.signal();
    }

    @Override
    public int doWork() {
        long nowMs = time.now();
        if (!asked && nowMs < nextPassMs) {
            parkNanos = TimeUnit.MILLISECONDS.toNanos(nextPassMs - nowMs);
            return 0;
        }
        asked = false;
        long due = passNow();
        nextPassMs = Math.min(due, nowMs + PERIOD_MS);
        parkNanos = tables.isEmpty() && droppedFolders.isEmpty()
                ? Long.MAX_VALUE
                : TimeUnit.MILLISECONDS.toNanos(Math.max(1, nextPassMs - nowMs));
        return 0;
    }

    /**
     * One pass over all tables.
     *
     * @return when the next segment is due, in store time
     */
    synchronized long passNow() {
        long due = ExpiryRule.NEVER;
        for (TableCore table : tables) {
            if (table.isOpen()) {
                ExpiryPass pass = new ExpiryPass(table, time.now());
                pass.run();
                due = Math.min(due, pass.nextDueMs());
            }
        }
        if (!droppedFolders.isEmpty()) {
            deleteDropped();
        }
        return due;
    }

    private void deleteDropped() {
        for (Path folder : droppedFolders) {
            try {
                if (metas.deleteDroppedIfEmpty(folder)) {
                    droppedFolders.remove(folder);
                }
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "{0} stays until the next opening: {1}", folder, e.getMessage());
                droppedFolders.remove(folder);
            }
        }
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
        return "expiry";
    }
}
