package dev.varve.internal;

import dev.varve.Store;
import dev.varve.StoreClosedException;
import dev.varve.StoreMetrics;
import dev.varve.StoreOptions;
import dev.varve.Table;
import dev.varve.TableOptions;
import dev.varve.VarveException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A user's handle of an open store. Any thread; its state is whether it is open, written once by the thread that closes it. */
public final class StoreEngine implements Store {
    private final StoreCore core;
    private final AtomicBoolean closed = new AtomicBoolean();

    StoreEngine(StoreCore core) {
        this.core = core;
    }

    /** See {@link Store#open(StoreOptions)}. */
    public static Store open(StoreOptions options) {
        return new StoreEngine(StoreOpening.onDrives(options));
    }

    /** See {@link Store#inMemory(StoreOptions)}. */
    public static Store inMemory(StoreOptions options) {
        return new StoreEngine(StoreOpening.inMemory(options));
    }

    /** See {@link Store#destroy(Path...)}. */
    public static void destroy(List<Path> drives) {
        ClosedStore.destroy(drives);
    }

    /** See {@link Store#forgetMissingDrives(Path...)}. */
    public static int forgetMissingDrives(List<Path> present) {
        return ClosedStore.forgetMissingDrives(present);
    }

    StoreCore core() {
        return core;
    }

    private void checkOpen() {
        if (closed.get()) {
            throw new StoreClosedException();
        }
    }

    @Override
    public Table table(String name, TableOptions options) {
        checkOpen();
        return core.catalog.open(name, options);
    }

    @Override
    public Table table(String name) {
        checkOpen();
        return core.catalog.byName(name);
    }

    @Override
    public List<String> tableNames() {
        checkOpen();
        return List.copyOf(core.catalog.names());
    }

    @Override
    public boolean dropTable(String name) {
        checkOpen();
        return core.catalog.drop(name);
    }

    @Override
    public CompletableFuture<Void> flush() {
        checkOpen();
        return core.durability.flush(core.catalog.all());
    }

    @Override
    public long size() {
        checkOpen();
        long sum = 0;
        for (TableCore table : core.catalog.all()) {
            sum += table.size();
        }
        return sum;
    }

    @Override
    public long keyCount() {
        checkOpen();
        long sum = 0;
        for (TableCore table : core.catalog.all()) {
            sum += table.keyCount();
        }
        return sum;
    }

    @Override
    public StoreMetrics metrics() {
        checkOpen();
        return Meter.measure(core);
    }

    @Override
    public Instant now() {
        checkOpen();
        return Instant.ofEpochMilli(core.time.now());
    }

    @Override
    public void expireNow() {
        checkOpen();
        new ExpireNow(core).run();
    }

    @Override
    public Optional<VarveException> fault() {
        return Optional.ofNullable(core.faults.first());
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            new StoreClosing(core).run();
        }
    }

    @Override
    public boolean isClosed() {
        return closed.get();
    }

    @Override
    public String toString() {
        return "Store" + core.driveSet;
    }
}
