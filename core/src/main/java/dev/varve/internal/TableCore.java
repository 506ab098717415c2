package dev.varve.internal;

import dev.varve.StoreClosedException;
import dev.varve.TableDroppedException;
import dev.varve.TableOptions;
import dev.varve.index.TableIndex;
import dev.varve.segments.Segment;
import dev.varve.segments.SegmentMap;
import dev.varve.segments.TableWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the operations and the agents of one table share. Its own state: whether the table is open, written once by the
 * thread that drops it or closes the store, and its options, written by whoever changes them.
 */
final class TableCore {
    private static final int OPEN = 0;
    private static final int DROPPED = 1;
    private static final int CLOSED = 2;

    final StoreCore store;
    final String name;
    final int id;
    final StoreTime time;
    final StripeLocks locks;
    final KeyHasher hasher;
    final TableIndex index;
    final TableWriter writer;
    final SegmentMap segments;
    final Sequences sequences;
    final OpenStreams streams = new OpenStreams();
    final TableExpiry expiry;
    final RecentLengths lengths;
    final boolean verifyOnRead;
    final IndexGrowth growth;
    final IndexRoom room = new IndexRoom();
    /** Puts whose record is appended and not yet in the index, and that hold no stripe lock meanwhile. */
    final AtomicInteger insertsPending = new AtomicInteger();

    final Counters counters = new Counters();
    /** Streams and cursors that hold a lease over several calls. */
    final LongLeases leases = new LongLeases();

    private final AtomicBoolean indexAsked = new AtomicBoolean();
    private volatile int state = OPEN;
    private volatile TableOptions options;
    private volatile boolean hasExpired;

    TableCore(TableParts parts) {
        store = parts.store();
        name = parts.meta().name();
        id = parts.meta().tableId();
        time = store.time;
        locks = store.locks;
        hasher = new KeyHasher(parts.meta().hashSeed());
        index = parts.index();
        writer = parts.writer();
        segments = writer.segments();
        sequences = parts.sequences();
        options = parts.options();
        expiry = new TableExpiry(time, sequences.peek(), options.ttl().toMillis());
        lengths = new RecentLengths(averageRecordLength(segments));
        verifyOnRead = options.verifyOnRead();
        growth = new IndexGrowth(this, store.slabs, parts.claims(), parts.indexFiles());
    }

    boolean isOpen() {
        return state == OPEN;
    }

    /** Throws unless the table is open. */
    void checkOpen() {
        if (state != OPEN) {
            throw closedException();
        }
    }

    IllegalStateException closedException() {
        return state == DROPPED ? new TableDroppedException(name) : new StoreClosedException();
    }

    void drop() {
        state = DROPPED;
        room.closed();
    }

    void close() {
        if (state == OPEN) {
            state = CLOSED;
        }
        room.closed();
    }

    TableOptions options() {
        return options;
    }

    void options(TableOptions options) {
        this.options = options;
        expiry.ttlMs(options.ttl().toMillis());
    }

    /** Puts the table on the index agent's list, once. */
    void wantIndex() {
        if (!indexAsked.get() && indexAsked.compareAndSet(false, true)) {
            store.indexAgent.ask(this);
        }
    }

    /** The index agent will look at the table; whoever asks from now on asks anew. */
    void indexHeard() {
        indexAsked.set(false);
    }

    /** Whether segments of this table have expired, so that it does not only grow. */
    boolean hasExpired() {
        return hasExpired;
    }

    /** Segments of the table are gone. */
    void segmentsLeft() {
        hasExpired = true;
        growth.segmentsLeft();
    }

    /** Whether any segment of the range is live, or may come yet. */
    boolean anyLive(long lowest, long highest) {
        if (highest >= lowestSequenceToCome()) {
            return true;
        }
        if (highest - lowest > 2L * segments.count()) {
            for (Segment each : segments.snapshot()) {
                if (each.sequence() >= lowest && each.sequence() <= highest) {
                    return true;
                }
            }
            return false;
        }
        for (long sequence = lowest; sequence <= highest; sequence++) {
            if (segments.get(sequence) != null) {
                return true;
            }
        }
        return false;
    }

    /** No record will be appended to a segment of a lower sequence. */
    long lowestSequenceToCome() {
        return streams.lowestSequence(writer.lowestActiveSequence(sequences.peek()));
    }

    /** Values in published segments. */
    long keyCount() {
        long sum = 0;
        for (Segment each : segments.snapshot()) {
            sum += each.tally().valueCount();
        }
        return sum;
    }

    /** Bytes of their keys and values. */
    long size() {
        long sum = 0;
        for (Segment each : segments.snapshot()) {
            sum += each.tally().keyBytes() + each.tally().valueBytes();
        }
        return sum;
    }

    private static long averageRecordLength(SegmentMap segments) {
        Segment[] all = segments.snapshot();
        for (int i = all.length - 1; i >= 0; i--) {
            long count = all[i].tally().valueCount();
            if (count > 0) {
                return (all[i].tally().keyBytes() + all[i].tally().valueBytes()) / count + RecentLengths.OVERHEAD;
            }
        }
        return 0;
    }
}
