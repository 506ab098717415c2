package dev.varve.internal;

import dev.varve.segments.SequenceSource;
import dev.varve.segments.TableMetaStore;
import java.io.IOException;

/** Gives out the sequences of one table, none of them twice, whatever happens: they are reserved ahead in its metadata. */
final class Sequences implements SequenceSource {
    private final TableMetaStore metas;
    private final int tableId;
    /** Both under this object's monitor. */
    private long next;

    private long reserved;

    Sequences(TableMetaStore metas, int tableId, long reserved) {
        this.metas = metas;
        this.tableId = tableId;
        this.next = reserved;
        this.reserved = reserved;
    }

    @Override
    public synchronized long next() throws IOException {
        if (next == reserved) {
            reserved = metas.reserveSequences(tableId).sequenceReserved();
        }
        return next++;
    }

    /** The sequence that comes next; all below have been given out. */
    synchronized long peek() {
        return next;
    }

    /** Gives back what was reserved and not used; nothing is asked for any more. */
    synchronized void giveBack() throws IOException {
        if (next < reserved) {
            metas.update(tableId, meta -> meta.withSequenceReserved(next));
            reserved = next;
        }
    }
}
