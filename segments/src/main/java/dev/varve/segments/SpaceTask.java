package dev.varve.segments;

import java.io.IOException;

/** A piece of work on a drive's files behind the writers, done in short steps by the drive's {@link SpaceAgent}. */
interface SpaceTask {
    /** What a step has come to. */
    enum Progress {
        /** The task is finished. */
        DONE,
        /** The next step may come at once. */
        MORE,
        /** Nothing can be done now; look again in a while. */
        WAIT
    }

    /** Does one bounded step. An exception ends the task. */
    Progress step(long nowNanos) throws IOException;

    /** Tells whoever waits for the task that it ended by a failure. */
    default void failed(IOException cause) {}
}
