package dev.varve.segments;

/** The room of a {@link MemoryFileSystem}. Any thread; guarded by this object's monitor. */
final class MemoryBudget {
    private long bytesMax;
    private long bytesUsed;

    MemoryBudget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    synchronized void bytesMax(long newBytesMax) {
        bytesMax = newBytesMax;
    }

    synchronized boolean take(long bytes) {
        if (bytes > bytesMax - bytesUsed) {
            return false;
        }
        bytesUsed += bytes;
        return true;
    }

    synchronized void give(long bytes) {
        bytesUsed -= bytes;
    }

    synchronized Space space() {
        return new Space(Math.max(0, bytesMax - bytesUsed), bytesMax);
    }
}
