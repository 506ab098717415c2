package dev.varve.internal;

import dev.varve.segments.SegmentMap;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;

/**
 * Which records of a table are in which generation of its index: what an index file may claim, so that opening need not
 * look at those records again. A claim names a segment and a range of offsets, and says that every record that starts
 * there is in that very generation; so the loss of one file voids nothing else.
 *
 * <p>Written by the thread that opens the table and then by the index agent.
 */
final class IndexClaims {
    /** Every record of the segment that starts in [from, to). */
    record Claim(long sequence, long from, long to) {}

    /** Up to where each live segment is in frozen generations, or claimed by none and left to the next opening. */
    private final Long2LongHashMap frozenTo = new Long2LongHashMap(0);

    /** What the newest generation holds from former openings. */
    private final List<Claim> ofNewest = new ArrayList<>();

    /** The newest generation came from a file, or from a rebuild, and holds these records. */
    void addToNewest(List<Claim> claims) {
        ofNewest.addAll(claims);
        for (Claim claim : claims) {
            noteFrozen(claim.sequence(), claim.to());
        }
    }

    /** What was added for the newest generation, which is being frozen, and nothing else. */
    List<Claim> takeOfNewest() {
        List<Claim> all = new ArrayList<>(ofNewest);
        ofNewest.clear();
        return all;
    }

    /** Everything of the segment up to here is in some generation, or need not be. */
    void noteFrozen(long sequence, long end) {
        if (end > frozenTo.get(sequence)) {
            frozenTo.put(sequence, end);
        }
    }

    /**
     * What the generation that is being frozen holds for certain.
     *
     * @param before positions of which it is known that all below is in it or in older ones
     * @param after positions at a moment when nothing went into it any more; what lies between both may be in it or in
     *     the next, and is claimed by neither
     */
    List<Claim> freeze(SegmentPositions before, SegmentPositions after) {
        List<Claim> claims = new ArrayList<>(ofNewest);
        ofNewest.clear();
        for (int i = 0; i < before.count(); i++) {
            long sequence = before.sequence(i);
            long from = frozenTo.get(sequence);
            if (from < before.end(i)) {
                claims.add(new Claim(sequence, from, before.end(i)));
            }
        }
        for (int i = 0; i < after.count(); i++) {
            noteFrozen(after.sequence(i), after.end(i));
        }
        return claims;
    }

    /** Forgets segments that are gone. */
    void prune(SegmentMap segments) {
        frozenTo.keySet().removeIf(sequence -> segments.get(sequence) == null);
        ofNewest.removeIf(claim -> segments.get(claim.sequence()) == null);
    }
}
