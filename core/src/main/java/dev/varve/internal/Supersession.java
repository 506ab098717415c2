package dev.varve.internal;

import dev.varve.index.CandidateVisitor;
import dev.varve.segments.Address;
import dev.varve.segments.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Tells whether a live record has a newer live one of the same key beside it, so that a walk over all records shows each key
 * once: two can be there when a drive that was missing has come back, or a TTL was raised. Part of a {@link SegmentWalk}, so
 * it belongs to one thread at a time.
 *
 * <p>The index mostly knows no other address for the hash, and then that is the answer; the key is looked up only if one may
 * be newer.
 */
final class Supersession implements CandidateVisitor {
    private final TableCore table;
    private long own;
    private long appendMs;

    Supersession(TableCore table) {
        this.table = table;
    }

    /**
     * @param key from position to limit
     * @param address of the record
     * @param appendMs the record's append time that counts
     */
    boolean isSuperseded(ByteBuffer key, long address, long appendMs) {
        this.own = address;
        this.appendMs = appendMs;
        return table.index.lookUp(table.hasher.hash(key), this) != Address.NONE && isOtherNewest(key);
    }

    @Override
    public boolean candidate(long candidate) {
        if (candidate == own) {
            return false;
        }
        Segment in = table.segments.get(Address.sequence(candidate));
        return in != null && !(in.isSealed() && in.tally().lastAppendMs() < appendMs);
    }

    private boolean isOtherNewest(ByteBuffer key) {
        OperationContext context = table.store.contexts.take();
        try {
            context.key(key, table.hasher);
            context.finder.prepare(table, context, table.time.now(), 0);
            return context.finder.find() && context.finder.address() != own;
        } catch (IOException e) {
            // What cannot be read is reported where it lies; this record can.
            return false;
        } finally {
            context.finder.release();
            table.store.contexts.give(context);
        }
    }
}
