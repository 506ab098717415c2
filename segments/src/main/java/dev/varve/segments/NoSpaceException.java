package dev.varve.segments;

import java.io.IOException;

/** The device is full, the quota is used up, or there are no more inodes. Not a fault: the same call may succeed later. */
public final class NoSpaceException extends IOException {
    private static final long serialVersionUID = 1L;

    public NoSpaceException(String message, Throwable cause) {
        super(message, cause);
    }
}
