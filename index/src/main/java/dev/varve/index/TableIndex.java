package dev.varve.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The index of one table: 64-bit key hashes to addresses, in generations.
 *
 * <p>{@link #lookUp} takes no lock, {@link #insert} is called under the caller's lock on the key's stripe; neither
 * allocates. Everything that changes the list of generations is meant for one thread, the table's index agent, but is
 * safe from any.
 *
 * <p>A new index has no generation, hence no memory and no room. To get the first, and each further one:
 *
 * <pre>{@code
 * while ((state = index.prepareStep(live)) == Preparation.MORE) {}   // ahead of time: when needsNext()
 * // capture each lane's position, pass every stripe lock once
 * Generation frozen = index.publishNext(lowestSequenceOfAnyLane);
 * // pass every stripe lock once more
 * index.settle(frozen);
 * // once every record below the captured positions is durable: write frozen.parameters() and its pages
 * }</pre>
 *
 * <p>The first passing makes sure that all that lies below the captured positions is in the frozen generation or in
 * older ones; the second that nobody inserts into it any more.
 */
public final class TableIndex implements AutoCloseable {
    /** To {@link #prepareStep}: nothing has expired yet. */
    public static final long GROWING = -1;

    /** Hashes of one stripe are inserted under one lock of the caller's: so many stripes there are. */
    public static final int STRIPES = 1024;

    /** Lines that {@link #insertAll} has under way at once. */
    private static final int BATCH = 16;

    private final SlabPool pool;
    private final Growth growth;

    private volatile GenerationList list = GenerationList.EMPTY;

    private boolean closed;

    /**
     * An empty index.
     *
     * @param slabs where its memory comes from
     */
    public TableIndex(SlabPool slabs) {
        this(slabs, GrowthPlan.DEFAULT);
    }

    TableIndex(SlabPool slabs, GrowthPlan plan) {
        this.pool = slabs;
        growth = new Growth(slabs, plan);
    }

    /**
     * The stripe of a hash. A caller may have fewer locks, each for several stripes, but no stripe may have two.
     *
     * @return 0 to {@link #STRIPES} - 1
     */
    public static int stripe(long hash) {
        // From the upper half: page and bucket come from elsewhere, and hashes of one page need not share a stripe.
        return (int) (hash >>> 32) & STRIPES - 1;
    }

    /**
     * Shows the visitor every address that may belong to the hash, newest generation first, until it takes one. Starts
     * again if it took none and the list of generations has changed meanwhile.
     *
     * @return the address taken, or 0
     */
    public long lookUp(long hash, CandidateVisitor visitor) {
        GenerationList searched = list;
        while (true) {
            long found = searched.find(hash, visitor);
            GenerationList now = list;
            if (found != 0 || now == searched) {
                return found;
            }
            searched = now;
        }
    }

    /**
     * Whether there is room for an insert, to be asked before anything is appended. There is slack for hundreds of
     * threads that asked at the same moment.
     */
    public boolean hasRoom() {
        Generation newest = list.newest();
        return newest != null && newest.hasRoom();
    }

    /**
     * Inserts into the newest generation. To be called under the lock of the hash's stripe. An address of any sequence
     * may be given; those outside of the generation's window of 2 Mi sequences take a place in its small overflow.
     *
     * @param hash the key's hash
     * @param address sequence {@code << 28} | offset {@code >>> 3}, not 0
     */
    public InsertResult insert(long hash, long address) {
        while (true) {
            GenerationList current = list;
            Generation newest = current.newest();
            if (newest != null && !newest.isFrozen()) {
                return newest.insert(hash, address);
            }
            if (current == list) {
                return InsertResult.FULL;
            }
        }
    }

    /**
     * Puts an address in the place of one that is dead for good: its segment is gone, or its record held the same key
     * and has expired. Without it a key that is put again and again would fill its buckets. To be called under the lock
     * of the hash's stripe, with room as for an insert.
     *
     * @param hash the key's hash
     * @param deadAddress an address that a look-up of this hash has shown
     * @param address what shall be found from now on
     * @return false if the dead address is not in the newest generation: nothing was done, insert instead
     */
    public boolean replace(long hash, long deadAddress, long address) {
        Generation newest = list.newest();
        return newest != null && !newest.isFrozen() && newest.replace(hash, deadAddress, address);
    }

    /**
     * Inserts many, for a rebuild, several times as fast as one by one. Several threads may do so at once, also with
     * equal hashes, and without any lock, as long as nobody inserts one by one.
     *
     * @param hashes the keys' hashes
     * @param addresses an address for each
     * @param from the first to insert
     * @param to the end, excluded
     * @return the first that was not inserted, {@code to} if all were. If {@link #hasRoom()} is false then, the next
     *     generation must be published; if it is true, {@link #insert} says what is wrong with that one.
     */
    public int insertAll(long[] hashes, long[] addresses, int from, int to) {
        for (int at = from; at < to; ) {
            GenerationList current = list;
            Generation newest = current.newest();
            if (newest == null) {
                return at;
            }
            int end = Math.min(at + BATCH, to);
            current.touchNewest(hashes, at, end);
            for (; at < end; at++) {
                if (!newest.hasRoom() || newest.insertIntoPages(hashes[at], addresses[at]) != InsertResult.INSERTED) {
                    return at;
                }
            }
        }
        return to;
    }

    /** Whether it is time to prepare the next generation. */
    public boolean needsNext() {
        Generation newest = list.newest();
        return newest == null || growth.isOversized() || newest.needsNext();
    }

    /**
     * Says how many entries are live, to be called when some have expired. A table that grew four-fold until what comes
     * and what goes were equal has a generation that would take many times what lives; it makes room for the next one
     * early, so that it dies early, and a prepared one that is as large is given up.
     */
    public synchronized void noteLive(long liveEntries) {
        Generation newest = list.newest();
        if (newest != null) {
            growth.noteLive(newest, liveEntries);
        }
    }

    /**
     * Takes a bounded step (at most 4 MiB are touched, mostly 1) towards the next generation, whose size is fixed by the first
     * step.
     *
     * @param liveEntries how many entries of the table are live, once expiry has begun; {@link #GROWING} before;
     *     at open, with no generation yet, how many will be inserted
     */
    public synchronized Preparation prepareStep(long liveEntries) {
        return closed ? Preparation.REFUSED : growth.step(list.newest(), liveEntries);
    }

    /** After {@link Preparation#REFUSED}: the bytes that were wanted at least. */
    public synchronized long bytesRefused() {
        return growth.bytesRefused();
    }

    /**
     * Makes the prepared generation the newest one.
     *
     * @param lowestSequence the lowest sequence that may yet be appended to: active or prepared
     * @return the former newest one, frozen now; null if there was none that took inserts
     * @throws IllegalStateException unless the last step said {@link Preparation#READY}
     */
    public synchronized Generation publishNext(long lowestSequence) {
        Generation former = list.newest();
        list = list.withNewest(growth.take(lowestSequence, statistics().entries()));
        // Only now: an insert that finds it frozen finds the newer one too.
        return freeze(former);
    }

    /**
     * Freezes the newest generation without a successor, so that it can be written when the table is closed. There is
     * no room for inserts from then on.
     *
     * @return the newest generation, to be settled; null if there is none that takes inserts
     */
    public synchronized Generation freezeNewest() {
        return freeze(list.newest());
    }

    private static Generation freeze(Generation generation) {
        if (generation == null || generation.isFrozen()) {
            return null;
        }
        generation.freeze();
        return generation;
    }

    /**
     * Says that every stripe lock was passed since the generation was frozen, so that no insert is under way in it. Only
     * a settled generation gives out bytes, and only a settled one is dropped.
     *
     * @return whether its pages hold all that it holds. False only if thousands of entries that came last met an overflow
     *     that was full already; then a file of it would not be whole, though all of it is found in memory
     */
    public synchronized boolean settle(Generation frozen) {
        return frozen.settle(pool);
    }

    /**
     * Drops each settled generation that points into no live segment. Its memory is used again at once.
     *
     * @return how many were dropped
     */
    public synchronized int dropDead(LiveSegments live) {
        List<Generation> left = new ArrayList<>();
        List<Generation> dead = new ArrayList<>();
        Generation newest = list.newest();
        for (Generation generation : list.all()) {
            (generation != newest && isDead(generation, live) ? dead : left).add(generation);
        }
        if (!dead.isEmpty()) {
            list = GenerationList.of(left);
            dead.forEach(generation -> generation.drop(pool));
        }
        return dead.size();
    }

    private static boolean isDead(Generation generation, LiveSegments live) {
        return generation.isSettled() && !pointsIntoAny(generation, live);
    }

    private static boolean pointsIntoAny(Generation generation, LiveSegments live) {
        long highest = generation.highestSequence();
        return highest >= 0 && live.anyLive(generation.lowestSequence(), highest);
    }

    /**
     * Whether the newest generation has entries, points into no live segment, and is larger than the smallest: a table
     * that fell silent should replace it by a small one (prepare, publish, settle, drop).
     */
    public boolean newestIsDead(LiveSegments live) {
        Generation newest = list.newest();
        return newest != null
                && growth.isLargerThanFirst(newest)
                && newest.highestSequence() >= 0
                && !pointsIntoAny(newest, live);
    }

    /**
     * Reads a written generation and checks every page. Several threads may load at once. The generation is not
     * searched before it is {@link #install}ed.
     *
     * @param parameters as {@link Generation#parameters()} gave them
     * @param source gives the pages
     * @throws DamagedPageException if a checksum, or a parameter, is wrong; the caller rebuilds
     * @throws IOException from the source
     * @throws IndexBoundException if the pool has not enough memory for it
     */
    public Generation load(byte[] parameters, PageSource source) throws IOException {
        return new GenerationReader(pool, parameters).read(source);
    }

    /**
     * Publishes loaded generations, into an index that has none yet. If the last one has room, it takes inserts again,
     * so that restarts do not multiply generations; it is then frozen again like any other.
     *
     * @param oldestFirst all that were loaded
     */
    public synchronized void install(List<Generation> oldestFirst) {
        if (list.newest() != null) {
            throw new IllegalStateException("the index already has generations");
        }
        List<Generation> newestFirst = new ArrayList<>(oldestFirst);
        Collections.reverse(newestFirst);
        if (!newestFirst.isEmpty() && !newestFirst.get(0).isFull()) {
            newestFirst.get(0).thaw();
            newestFirst.get(0).addBuffer(pool);
        }
        list = GenerationList.of(newestFirst);
    }

    /** Gives the memory of a loaded generation back that is not to be installed. */
    public void discard(Generation loaded) {
        loaded.drop(pool);
    }

    /** The published generations, newest first. */
    public List<Generation> generations() {
        return list.all();
    }

    /** What the index holds. */
    public synchronized IndexStatistics statistics() {
        long bytes = 0;
        long entries = 0;
        long overflowEntries = 0;
        long capacity = 0;
        List<Generation> all = list.all();
        for (Generation generation : all) {
            bytes += generation.bytes();
            entries += generation.entries();
            overflowEntries += generation.overflowEntries();
            capacity += generation.capacity();
        }
        return new IndexStatistics(all.size(), bytes, growth.preparedBytes(), entries, overflowEntries, capacity);
    }

    /**
     * Gives all memory back, for good. No insert may be under way; a look-up may, and finds nothing, or what its visitor
     * refuses.
     */
    @Override
    public synchronized void close() {
        closed = true;
        List<Generation> all = list.all();
        list = GenerationList.EMPTY;
        all.forEach(generation -> generation.drop(pool));
        growth.cancel();
    }
}
