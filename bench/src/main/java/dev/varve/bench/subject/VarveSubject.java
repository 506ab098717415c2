package dev.varve.bench.subject;

import dev.varve.Cursor;
import dev.varve.CursorOptions;
import dev.varve.IoMode;
import dev.varve.Metric;
import dev.varve.PutOptions;
import dev.varve.ReadMode;
import dev.varve.Store;
import dev.varve.StoreMetrics;
import dev.varve.StoreOptions;
import dev.varve.Table;
import dev.varve.TableOptions;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Varve with one table. Thread-safe, as the store is. */
public final class VarveSubject implements Subject {
    private final Store store;
    private final Table table;

    private VarveSubject(Store store, Table table) {
        this.store = store;
        this.table = table;
    }

    /**
     * Opens or makes the store.
     *
     * @param spec how
     * @param clock its time
     * @return the open store
     */
    public static VarveSubject open(SubjectSpec spec, RunClock clock) {
        SubjectSpec.Tuning tuning = spec.tuning();
        StoreOptions.Builder options =
                StoreOptions.at(spec.drives().toArray(Path[]::new)).clock(clock);
        if (tuning.lanesPerDrive() > 0) {
            options.lanesPerDrive(tuning.lanesPerDrive());
        }
        if (tuning.writeBufferBytes() > 0) {
            options.writeBufferBytes(tuning.writeBufferBytes());
        }
        TableOptions.Builder table = TableOptions.ttl(spec.ttl()).maxBytes(spec.maxBytes());
        if (tuning.segmentBytes() > 0) {
            table.segmentBytes(tuning.segmentBytes());
        }
        table.ioMode(tuning.buffered() ? IoMode.BUFFERED : IoMode.DIRECT);
        table.readMode(tuning.mapped() ? ReadMode.MAPPED : ReadMode.CHANNEL);
        Store store = Store.open(options.build());
        try {
            return new VarveSubject(store, store.table("bench", table.build()));
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value) {
        return table.put(key, value);
    }

    @Override
    public boolean putDurable(ByteBuffer key, ByteBuffer value) {
        return table.put(key, value, PutOptions.DURABLE);
    }

    @Override
    public void flush() {
        table.flush().join();
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        return table.get(key, target);
    }

    @Override
    public long scan(PairVisitor visitor) {
        long count = 0;
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            while (cursor.next()) {
                visitor.visit(cursor.keyView(), cursor.valueView());
                count++;
            }
        }
        return count;
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.ALL;
    }

    @Override
    public SubjectStats stats() {
        StoreMetrics now = store.metrics();
        boolean busy = now.get(Metric.SEGMENTS_RETIRED) > 0 || now.get(Metric.DISK_DELETING) > 0;
        return new SubjectStats(
                now.get(Metric.DISK_LIVE), now.get(Metric.SEGMENTS_EXPIRED), now.get(Metric.SEGMENTS_RECYCLED), busy);
    }

    @Override
    public void close() {
        store.close();
    }
}
