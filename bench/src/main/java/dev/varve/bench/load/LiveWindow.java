package dev.varve.bench.load;

/**
 * Which of one writer's keys exist, and which of them must still be live. The writer reports every put that returned;
 * checkpoints every so often say how far it had come, when, and how many bytes all writers had put by then. So the answer
 * errs to the safe side by at most a checkpoint: a key that counts as live is.
 *
 * <p>One thread reports, any number ask.
 */
public final class LiveWindow {
    private static final int CHECKPOINTS = 4096;

    private final long spacing;
    private final long[] indexes = new long[CHECKPOINTS];
    private final long[] times = new long[CHECKPOINTS];
    private final long[] bytes = new long[CHECKPOINTS];
    private long made;
    private volatile long completed;

    /**
     * An empty window.
     *
     * @param horizon how far back it must see, in the nanoseconds of the store's clock
     */
    public LiveWindow(long horizon) {
        spacing = horizon / (CHECKPOINTS / 2);
    }

    /** Keys below were put by an earlier run; nothing is known of when. Before the first put. */
    void resumeAt(long next) {
        completed = next;
    }

    /**
     * The writer is about to put the next key.
     *
     * @param now store time
     * @param bytesPut of all writers so far
     */
    public void starting(long now, long bytesPut) {
        if (made == 0 || now - times[slot(made - 1)] >= spacing) {
            synchronized (this) {
                int slot = slot(made);
                indexes[slot] = completed;
                times[slot] = now;
                bytes[slot] = bytesPut;
                made++;
            }
        }
    }

    /** The put returned; the key is there. */
    public void completed() {
        // Only the writer's thread writes it.
        long next = completed + 1;
        completed = next;
    }

    /** {@return how many keys the writer has put; the index of the next} */
    public long count() {
        return completed;
    }

    /**
     * {@return the lowest index from which all keys must be live; {@link #count} or more if none must}
     *
     * @param timeLeast store time at or after which a key must have been put
     * @param bytesLeast bytes of all writers at or after which it must have been put
     */
    public synchronized long lowestLive(long timeLeast, long bytesLeast) {
        long low = Math.max(0, made - CHECKPOINTS);
        long high = made;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (times[slot(middle)] - timeLeast >= 0 && bytes[slot(middle)] >= bytesLeast) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == made ? Long.MAX_VALUE : indexes[slot(low)];
    }

    private static int slot(long checkpoint) {
        return (int) (checkpoint % CHECKPOINTS);
    }
}
