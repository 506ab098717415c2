package dev.varve.index;

import java.io.IOException;
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
    /**
     * An empty index.
     *
     * @param slabs where its memory comes from
     */
    public TableIndex(SlabPool slabs) {
        throw new UnsupportedOperationException();
    }

    /**
     * Shows the visitor every address that may belong to the hash, newest generation first, until it takes one. Starts
     * again if it took none and the list of generations has changed meanwhile.
     *
     * @return the address taken, or 0
     */
    public long lookUp(long hash, CandidateVisitor visitor) {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether there is room for an insert, to be asked before anything is appended. There is slack for hundreds of
     * threads that asked at the same moment.
     */
    public boolean hasRoom() {
        throw new UnsupportedOperationException();
    }

    /**
     * Inserts into the newest generation. To be called under the lock of the hash's stripe. An address of any sequence
     * may be given; those outside of the generation's window of 2 Mi sequences take a place in its small overflow.
     *
     * @param hash the key's hash
     * @param address sequence {@code << 28} | offset {@code >>> 3}, not 0
     */
    public InsertResult insert(long hash, long address) {
        throw new UnsupportedOperationException();
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
        throw new UnsupportedOperationException();
    }

    /**
     * Inserts many, for a rebuild, several times as fast as one by one. Several threads may do so at once, also with
     * equal hashes.
     *
     * @param hashes the keys' hashes
     * @param addresses an address for each
     * @param from the first to insert
     * @param to the end, excluded
     * @return the first that was not inserted, {@code to} if all were. If {@link #hasRoom()} is false then, the next
     *     generation must be published; if it is true, {@link #insert} says what is wrong with that one.
     */
    public int insertAll(long[] hashes, long[] addresses, int from, int to) {
        throw new UnsupportedOperationException();
    }

    /** Whether it is time to prepare the next generation. */
    public boolean needsNext() {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes a bounded step (at most 4 MiB are touched) towards the next generation, whose size is fixed by the first
     * step.
     *
     * @param liveEntries how many entries of the table are live, once expiry has begun; 0 while the table only grows;
     *     at open, with no generation yet, how many will be inserted
     */
    public Preparation prepareStep(long liveEntries) {
        throw new UnsupportedOperationException();
    }

    /** After {@link Preparation#REFUSED}: the bytes that were wanted at least. */
    public long bytesRefused() {
        throw new UnsupportedOperationException();
    }

    /**
     * Makes the prepared generation the newest one.
     *
     * @param lowestSequence the lowest sequence that may yet be appended to: active or prepared
     * @return the former newest one, frozen now; null if there was none
     * @throws IllegalStateException unless the last step said {@link Preparation#READY}
     */
    public Generation publishNext(long lowestSequence) {
        throw new UnsupportedOperationException();
    }

    /**
     * Says that every stripe lock was passed since the generation was frozen, so that no insert is under way in it. Only
     * a settled generation gives out bytes, and only a settled one is dropped.
     */
    public void settle(Generation frozen) {
        throw new UnsupportedOperationException();
    }

    /**
     * Drops each settled generation that points into no live segment. Its memory is used again at once.
     *
     * @return how many were dropped
     */
    public int dropDead(LiveSegments live) {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether the newest generation has entries, points into no live segment, and is larger than the smallest: a table
     * that fell silent should replace it by a small one (prepare, publish, settle, drop).
     */
    public boolean newestIsDead(LiveSegments live) {
        throw new UnsupportedOperationException();
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
        throw new UnsupportedOperationException();
    }

    /**
     * Publishes loaded generations, into an index that has none yet. If the last one has room, it takes inserts again,
     * so that restarts do not multiply generations; it is then frozen again like any other.
     *
     * @param oldestFirst all that were loaded
     */
    public void install(List<Generation> oldestFirst) {
        throw new UnsupportedOperationException();
    }

    /** Gives the memory of a loaded generation back that is not to be installed. */
    public void discard(Generation loaded) {
        throw new UnsupportedOperationException();
    }

    /** The published generations, newest first. */
    public List<Generation> generations() {
        throw new UnsupportedOperationException();
    }

    /** What the index holds. */
    public IndexStatistics statistics() {
        throw new UnsupportedOperationException();
    }

    /**
     * Gives all memory back. No insert may be under way or follow; a look-up may, and finds nothing, or what its visitor
     * refuses.
     */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
