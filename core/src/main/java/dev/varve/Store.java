package dev.varve;

import dev.varve.internal.StoreEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * An open store: tables of immutable values that expire, kept in segment files on one or more drives.
 *
 * <p>One process opens a store at a time, and once. All methods may be called from any thread. After {@link #close()} every
 * method but {@code close}, {@link #isClosed()} and {@link #fault()} throws {@link StoreClosedException}.
 */
public interface Store extends AutoCloseable {

    /**
     * Opens the store on the drives that the options name, or makes a new one where all of them are empty.
     *
     * <p>Recovers from a crash by itself: every record flushed before it is there, a torn tail is cut.
     *
     * @throws IllegalArgumentException if the options name no drive
     * @throws StoreLockedException if the store is open already, here or in another process
     * @throws DriveMissingException if a drive of the store is absent, empty, or belongs to another store
     * @throws FormatVersionException if a file is of a version that this library does not read
     * @throws CorruptionException if metadata is damaged on every drive
     * @throws OutOfSpaceException if a new store does not fit its drive
     */
    static Store open(StoreOptions options) {
        if (options.drives().isEmpty()) {
            throw new IllegalArgumentException("options name no drive; use Store.inMemory for a store without");
        }
        return StoreEngine.open(options);
    }

    /** Opens an empty store that keeps everything in memory, with default options. For tests of your own code. */
    static Store inMemory() {
        return inMemory(StoreOptions.inMemory().build());
    }

    /**
     * Opens an empty store that keeps everything in memory and forgets it at {@link #close()}. It runs the same engine as
     * one on drives. Drives named by the options are not touched.
     */
    static Store inMemory(StoreOptions options) {
        return StoreEngine.inMemory(options);
    }

    /**
     * Deletes a closed store: every file of it on the given drives, and nothing else there. Of several drives, those that
     * hold no store are left alone, so that what was interrupted can be called again.
     *
     * @throws StoreLockedException if the store is open
     * @throws DriveMissingException if none of the drives holds a store
     */
    static void destroy(Path... drives) {
        StoreEngine.destroy(List.of(drives));
    }

    /**
     * Gives up for good every drive of a closed store that is not among those given. The keys that lay there are absent
     * afterwards; a drive that was given up is refused should it turn up again.
     *
     * @return how many drives were given up
     * @throws StoreLockedException if the store is open
     * @throws DriveMissingException if a given drive does not belong to the store
     */
    static int forgetMissingDrives(Path... present) {
        return StoreEngine.forgetMissingDrives(List.of(present));
    }

    /**
     * The table of that name, made if it does not exist. The same handle is returned every time.
     *
     * <p>For a table that exists, options that were set explicitly replace the stored ones and are stored; those left alone
     * keep what is stored, such as a TTL changed by {@link Table#ttl(java.time.Duration)}.
     *
     * @param name 1 to 64 of the characters {@code A-Z a-z 0-9 _ -}, but not {@code spare} or {@code quarantine} in any case
     *     of letters, which the store has folders of its own by
     * @throws IllegalArgumentException if the name breaks that rule, or the store has 10,000 tables already
     * @throws OutOfSpaceException if a new table's metadata does not fit
     */
    Table table(String name, TableOptions options);

    /**
     * The table of that name, which must exist.
     *
     * @throws IllegalArgumentException if there is none
     */
    Table table(String name);

    /** The names of all tables, sorted. */
    List<String> tableNames();

    /**
     * Drops a table with everything in it, at once; its bytes are given back in the background. Its handles throw
     * {@link TableDroppedException} from then on. A later table of the same name is another one.
     *
     * @return false if there was none of that name
     */
    boolean dropTable(String name);

    /**
     * Makes durable every value put into any table before this call. Flushes asked for at the same time share their syncs.
     *
     * <p>The future fails with the {@link VarveException} that stopped it, never silently. Its {@code join} and {@code get}
     * return as soon as the last sync has; dependent stages run on a thread of the store that does no I/O.
     */
    CompletableFuture<Void> flush();

    /** Bytes of keys and values stored, over all tables. See {@link Table#size()}. */
    long size();

    /** Values stored, over all tables. See {@link Table#keyCount()}. */
    long keyCount();

    /** Statistics of the store, as of now. */
    StoreMetrics metrics();

    /**
     * The store's time, which appends, reads and expiry go by: the wall clock at open and what has passed since. It follows
     * changes of the wall clock by at most 1 %.
     */
    Instant now();

    /**
     * Makes one whole pass of expiry and returns when it is done: every segment that can go has gone, and its file has been
     * recycled or queued for deletion. Expiry runs by itself; this is for tests with a clock of their own.
     */
    void expireNow();

    /**
     * The first fault that stops the store from taking writes, if there was one. Reads go on after it. May be asked after
     * {@link #close()}.
     */
    Optional<VarveException> fault();

    /**
     * Makes everything durable and closes the store. Calls under way end in order or throw {@link StoreClosedException}.
     * Further calls do nothing.
     *
     * @throws VarveException if something could not be made durable; the store is closed all the same
     */
    @Override
    void close();

    /** Whether {@link #close()} was called. */
    boolean isClosed();
}
