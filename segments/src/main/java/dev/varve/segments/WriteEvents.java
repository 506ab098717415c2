package dev.varve.segments;

/** What happens on the write side. Called by agents: must be short and must not block. */
public interface WriteEvents {
    /** A segment got its seal. */
    void sealed(Segment segment);

    /** Nobody reads a retired segment any more; its file changes right after this. */
    void leaving(Segment segment);

    /** The file of a retired segment waits for a new life. */
    void recycled(Segment segment);

    /** The file of a retired segment is gone, or going in steps. */
    void deleted(Segment segment);

    /** A lane can write no more; what it held is to be moved or given up. */
    void laneFault(LaneFault fault);

    /** A drive has run out of space, or has space again. */
    void noSpace(Drive drive, boolean full);
}
