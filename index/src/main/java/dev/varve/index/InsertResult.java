package dev.varve.index;

/** What became of an insert. */
public enum InsertResult {
    /** It is found by every look-up that begins from now on. */
    INSERTED,
    /**
     * Not inserted: there is no generation, or the newest has no place left for this hash. Does not happen after
     * {@link TableIndex#hasRoom()} said true, unless hundreds of threads raced. The next generation must be published,
     * then the insert repeated.
     */
    FULL,
    /**
     * Not inserted: the newest generation already holds many entries of this very hash, which means that one key was
     * put again and again. The caller finds the dead one among them (by a look-up) and {@link TableIndex#replace}s it.
     */
    CROWDED
}
