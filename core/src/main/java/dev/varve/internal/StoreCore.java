package dev.varve.internal;

import dev.varve.StoreOptions;
import dev.varve.index.SlabPool;
import dev.varve.index.TableIndex;
import dev.varve.segments.Drive;
import dev.varve.segments.DriveSet;
import dev.varve.segments.DriveWriter;
import dev.varve.segments.MillisClock;
import dev.varve.segments.OpenFiles;
import dev.varve.segments.TableMetaStore;
import dev.varve.segments.WritePool;
import dev.varve.segments.WriteScope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What all tables of an open store share. Put together once, by the thread that opens it; the parts see to themselves. */
final class StoreCore {
    /** More than enough for as many threads as a machine has, and a quick round for the index agent. */
    private static final int STRIPES = TableIndex.STRIPES;

    final StoreOptions options;
    final DriveSet driveSet;
    final List<Drive> drives;
    final TableMetaStore metas;
    final StoreTime time;
    final MillisClock clock;
    final StripeLocks locks = new StripeLocks(STRIPES);
    final ScanPool scans = new ScanPool();
    final ContextPool contexts = new ContextPool(Runtime.getRuntime().availableProcessors());
    final Callbacks callbacks = new Callbacks();
    final ListenerCalls listener;
    final FaultLatch faults;
    final Threads threads;
    final WritePool pool;
    final SlabPool slabs;
    final OpenFiles openFiles;
    final List<DriveWriter> writers = new ArrayList<>();
    final Durability durability = new Durability(this);
    final Retirements retirements;
    final TableCatalog catalog;
    final IndexAgent indexAgent = new IndexAgent();
    final ExpiryAgent expiryAgent;
    final FailoverAgent failover = new FailoverAgent(this);
    /** Drives whose fault the listener was told. */
    final Set<Integer> faultyDrives = ConcurrentHashMap.newKeySet();

    private final List<AgentThread> caretakers = new ArrayList<>();
    /** Totals of tables that were dropped. */
    final Counters dropped = new Counters();

    StoreCore(StoreOptions options, DriveSet driveSet, TableMetaStore metas, StoreTime time, OpenFiles openFiles) {
        this.options = options;
        this.driveSet = driveSet;
        this.drives = driveSet.drives();
        this.metas = metas;
        this.time = time;
        clock = new EngineClock(time, options.clock());
        listener = new ListenerCalls(options.listener(), callbacks);
        faults = new FaultLatch(listener);
        threads = new Threads(faults::agentFailed);
        pool = new WritePool(Math.max(WritePool.BYTES_MIN, options.writeBufferBytes()), clock);
        slabs = new SlabPool(options.indexBytesMax());
        this.openFiles = openFiles;
        retirements = new Retirements(time);
        expiryAgent = new ExpiryAgent(time, metas);
        catalog = new TableCatalog(this);
        WriteScope scope = new WriteScope(pool, clock, SystemRandom.INSTANCE, new StoreEvents(this));
        for (Drive drive : drives) {
            writers.add(new DriveWriter(drive, scope, options.lanesPerDrive(), options.freeSpaceMin()));
        }
    }

    /** Starts the threads; those that others wait for end last. */
    void start() {
        callbacks.start(threads);
        for (DriveWriter writer : writers) {
            writer.agents().forEach(threads::start);
        }
        pool.onShort(() -> writers.forEach(DriveWriter::signalAll));
        threads.start(failover);
        caretakers.add(threads.start(indexAgent));
        caretakers.add(threads.start(expiryAgent));
    }

    /** Ends the agents that change tables by themselves. */
    void stopCaretakers() {
        caretakers.forEach(AgentThread::close);
    }

    /** Ends everything as if the process had died: writes nothing more. For tests of recovery. */
    void abandon() throws IOException {
        threads.close();
        openFiles.closeAll();
        driveSet.close();
    }

    /** Whether every drive has failed. */
    boolean hasNoHealthyDrive() {
        for (Drive drive : drives) {
            if (drive.fault() == null) {
                return false;
            }
        }
        return true;
    }
}
