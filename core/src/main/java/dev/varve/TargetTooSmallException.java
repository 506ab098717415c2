package dev.varve;

import java.nio.BufferOverflowException;

/** The target buffer has less room than the value is long. The target stays as it was. */
public final class TargetTooSmallException extends BufferOverflowException {
    private static final long serialVersionUID = 1L;

    private final long needed;
    private final int remaining;

    /** With the value's length and the target's remaining bytes. */
    public TargetTooSmallException(long needed, int remaining) {
        this.needed = needed;
        this.remaining = remaining;
    }

    /** The value's length in bytes. */
    public long needed() {
        return needed;
    }

    /** The bytes that remained in the target. */
    public int remaining() {
        return remaining;
    }

    @Override
    public String getMessage() {
        return "value has " + needed + " bytes, target has room for " + remaining;
    }
}
