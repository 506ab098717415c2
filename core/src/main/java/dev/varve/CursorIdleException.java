package dev.varve;

import java.time.Duration;

/** A cursor was left alone for longer than {@link TableOptions#cursorIdleMax()} and has let go of its segment. Open another. */
public final class CursorIdleException extends VarveException {
    private static final long serialVersionUID = 1L;

    /** With the time that a cursor may idle. */
    public CursorIdleException(Duration idleMax) {
        super("cursor was idle for longer than " + idleMax, null);
    }
}
