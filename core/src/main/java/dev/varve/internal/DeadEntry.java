package dev.varve.internal;

import dev.varve.index.CandidateVisitor;
import dev.varve.segments.Address;
import dev.varve.segments.RecordLayout;
import dev.varve.segments.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Makes room for one more entry of a hash that the newest generation holds many of: one key that was put again each time it
 * had expired. Finds one of these that is dead and lets the new entry take its place. For the rebuild; one thread.
 */
final class DeadEntry implements CandidateVisitor {
    private final TableCore table;
    private final long hash;
    private final long address;
    private final ByteBuffer header = ByteBuffer.allocate(RecordLayout.HEADER_LENGTH + RecordLayout.OWN_TTL_LENGTH)
            .order(ByteOrder.LITTLE_ENDIAN);

    DeadEntry(TableCore table, long hash, long address) {
        this.table = table;
        this.hash = hash;
        this.address = address;
    }

    /** Whether the new entry has its place, or needs none because its own record is dead. */
    boolean replace() {
        return isDead(address) || table.index.lookUp(hash, this) != 0;
    }

    @Override
    public boolean candidate(long candidate) {
        return isDead(candidate) && table.index.replace(hash, candidate, address);
    }

    private boolean isDead(long candidate) {
        Segment in = table.segments.get(Address.sequence(candidate));
        if (in == null) {
            return true;
        }
        long offset = Address.offset(candidate);
        try {
            if (offset >= in.dataEnd() || in.read(offset, header.clear()) < header.capacity()) {
                return offset >= in.dataEnd();
            }
            long appendMs = table.expiry.appendMs(in, RecordLayout.appendDelta(header, 0));
            return table.expiry.isExpired(appendMs, RecordLayout.ownTtl(header, 0), table.time.now());
        } catch (IOException e) {
            // What cannot be read may be alive.
            return false;
        }
    }
}
