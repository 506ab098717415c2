package dev.varve.segments;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One file open for reading. Pins are counted by any thread by compare-and-set; {@link OpenFiles} closes it when nobody pins it. */
final class OpenFile {
    private static final int CLOSED = Integer.MIN_VALUE;
    private static final VarHandle PINS;

    static {
        try {
            PINS = MethodHandles.lookup().findVarHandle(OpenFile.class, "pins", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Segment segment;
    final StoreFile file;

    @SuppressWarnings("unused") // by PINS
    private int pins;

    /** Used since the clock hand last came by. Racy on purpose: a hint. */
    boolean used = true;

    OpenFile(Segment segment, StoreFile file) {
        this.segment = segment;
        this.file = file;
    }

    boolean pin() {
        int now = (int) PINS.getOpaque(this);
        while (now >= 0) {
            if (PINS.weakCompareAndSet(this, now, now + 1)) {
                if (!used) {
                    used = true;
                }
                return true;
            }
            now = (int) PINS.getOpaque(this);
        }
        return false;
    }

    /** Takes one pin back; true for the last one of a file that was {@link #retireSoon retired} meanwhile. */
    boolean unpin() {
        return (int) PINS.getAndAdd(this, -1) == CLOSED + 1;
    }

    /** Ends the giving of pins if there are none now. */
    boolean retire() {
        return PINS.compareAndSet(this, 0, CLOSED);
    }

    /** Ends the giving of pins; true if there are none now, else the last one to go answers it. */
    boolean retireSoon() {
        return (int) PINS.getAndBitwiseOr(this, CLOSED) == 0;
    }
}
