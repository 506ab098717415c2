package dev.varve.index;

/**
 * Looks at what may be the wanted record. The index compares 15 bits of a hash; only the record itself tells whether it
 * holds the key.
 *
 * <p>An address may be stale, of another table even: what the memory of a dropped generation holds by now is shown to
 * look-ups that still scan it. So a visitor takes any address, and a segment that it does not find, or an offset that
 * holds no record, is simply not the key.
 */
@FunctionalInterface
public interface CandidateVisitor {
    /**
     * Shown candidates from the newest generation to the oldest, in no order within one.
     *
     * @param address sequence {@code << 28} | offset {@code >>> 3}, never 0
     * @return true to end the look-up with this address; false to go on, as for a record that is dead
     */
    boolean candidate(long address);
}
