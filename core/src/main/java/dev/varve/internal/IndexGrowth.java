package dev.varve.internal;

import dev.varve.index.Generation;
import dev.varve.index.Preparation;
import dev.varve.index.SlabPool;
import dev.varve.index.TableIndex;
import java.util.List;

/**
 * Lets the index of one table grow and shrink: prepares the next generation before the newest is full, freezes the one and
 * publishes the other, drops the dead. In steps, all by the index agent.
 */
final class IndexGrowth {
    /** A generation is replaced when it has less than this part of its capacity left, if the next is ready. */
    private static final int NEARLY_FULL_DIVISOR = 64;

    /** A lane may hold a sequence that it does not show yet; a base this much lower costs nothing. */
    private static final int SEQUENCE_SLACK = 1024;

    private final TableCore table;
    private final SlabPool slabs;
    private final IndexClaims claims;
    private final IndexFiles files;

    private volatile boolean segmentsLeft;
    private boolean watching;
    private long entriesSeen = -1;

    IndexGrowth(TableCore table, SlabPool slabs, IndexClaims claims, IndexFiles files) {
        this.table = table;
        this.slabs = slabs;
        this.claims = claims;
        this.files = files;
    }

    /** Some segments of the table are gone. Any thread. */
    void segmentsLeft() {
        segmentsLeft = true;
        table.wantIndex();
    }

    /** Does one bounded step; true if there is more to do at once. */
    boolean step() {
        if (segmentsLeft) {
            segmentsLeft = false;
            dropDead();
        }
        return grow() || files.step();
    }

    /** Whether the table should be looked at again soon although nobody asks: its newest generation fills up. */
    boolean isWatching() {
        return watching;
    }

    /** Whether a frozen generation waits to be written. */
    boolean isWaitingToWrite() {
        return files.isWaiting();
    }

    private boolean grow() {
        boolean full = table.insertsPending.get() > 0;
        boolean wanted = full || table.room.isWanted() && !table.index.hasRoom();
        boolean dead = table.index.newestIsDead(table::anyLive);
        watching = false;
        if (!wanted && !dead && !table.index.needsNext()) {
            return false;
        }
        Preparation state = table.index.prepareStep(liveEntries());
        if (state == Preparation.REFUSED && table.index.dropDead(table::anyLive) > 0) {
            files.forgetDropped();
            state = table.index.prepareStep(liveEntries());
        }
        if (state == Preparation.MORE) {
            return true;
        }
        if (state == Preparation.REFUSED) {
            table.room.refused(slabs.bytesMax(), table.index.bytesRefused());
            return false;
        }
        if (full || dead || isNearlyFull()) {
            publish();
            return true;
        }
        watch();
        return false;
    }

    private long liveEntries() {
        return table.hasExpired() ? table.keyCount() : TableIndex.GROWING;
    }

    private boolean isNearlyFull() {
        if (!table.index.hasRoom()) {
            return true;
        }
        List<Generation> all = table.index.generations();
        if (all.isEmpty()) {
            return true;
        }
        Generation newest = all.get(0);
        return newest.capacity() - newest.entries() < newest.capacity() / NEARLY_FULL_DIVISOR;
    }

    /** Looks again soon as long as puts come in; a table that fell silent must not keep the agent awake. */
    private void watch() {
        long entries = table.index.generations().get(0).entries();
        watching = entries != entriesSeen;
        entriesSeen = entries;
    }

    private void publish() {
        SegmentPositions before = SegmentPositions.capture(table.segments);
        table.locks.passAll();
        Generation frozen = table.index.publishNext(Math.max(0, table.lowestSequenceToCome() - SEQUENCE_SLACK));
        table.room.published();
        table.locks.passAll();
        if (frozen == null) {
            return;
        }
        boolean whole = table.index.settle(frozen);
        SegmentPositions after = SegmentPositions.capture(table.segments);
        boolean complete = whole && table.insertsPending.get() == 0;
        files.frozen(frozen, claims.freeze(complete ? before : SegmentPositions.NONE, after), after);
        dropDead();
    }

    /** Freezes the newest generation and writes what is not written; nothing is put any more and all is durable. */
    void close() {
        Generation frozen = table.index.freezeNewest();
        if (frozen != null) {
            boolean whole = table.index.settle(frozen);
            SegmentPositions positions = SegmentPositions.capture(table.segments);
            SegmentPositions held = whole ? positions : SegmentPositions.NONE;
            files.frozen(frozen, claims.freeze(held, positions), positions);
        }
        files.writeAll();
        files.close();
    }

    private void dropDead() {
        if (table.hasExpired()) {
            table.index.noteLive(table.keyCount());
        }
        table.index.dropDead(table::anyLive);
        files.forgetDropped();
        claims.prune(table.segments);
    }
}
