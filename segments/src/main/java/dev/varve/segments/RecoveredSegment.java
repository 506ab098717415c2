package dev.varve.segments;

import java.io.IOException;
import java.util.List;

/**
 * What a segment file turned out to be.
 *
 * @param seal what is known of it: read from the file, or made from what a scan found; null unless {@link State#SEALED} or
 *     {@link State#RECOVERED}
 * @param damage bad bytes that had been durable, at most {@link SegmentRecovery#DAMAGES_MAX} of them
 * @param error why the file is {@link State#DAMAGED}, or why a recovered segment could not be sealed on its drive; else null
 */
public record RecoveredSegment(State state, Seal seal, List<Damage> damage, IOException error) {
    /** The kinds of files. */
    public enum State {
        /** It was sealed before. */
        SEALED,
        /** It was active at a crash; its torn tail, if any, is cut. Sealed now, unless there is an error. */
        RECOVERED,
        /** It was active and holds no value. */
        EMPTY,
        /** It waits for a new life. */
        SPARE,
        /** Neither creation block nor seal can be read, or they are another file's: to be put into quarantine. */
        DAMAGED
    }

    static RecoveredSegment of(State state) {
        return new RecoveredSegment(state, null, List.of(), null);
    }
}
