package dev.varve.tools;

import java.time.Duration;

/** What became of what was ingested. */
final class IngestCount {
    private Progress progress;
    private long stored;
    private long storedBytes;
    private long duplicates;
    private long leftOut;

    void begin(Progress shown) {
        progress = shown;
    }

    /** One value was put. */
    void put(boolean wasStored, long valueLength) {
        if (wasStored) {
            stored++;
            storedBytes += valueLength;
        } else {
            duplicates++;
        }
        progress.addOne();
    }

    /** One file or line could not be stored. */
    void leftOut() {
        leftOut++;
        progress.addOne();
    }

    /** So many bytes of the source were read. */
    void read(long bytes) {
        progress.add(bytes);
    }

    String summary() {
        Duration time = progress == null ? Duration.ZERO : progress.time();
        long rate = time.isZero() ? 0 : (long) (storedBytes * 1e9 / time.toNanos());
        return "stored " + Units.count(stored, "values") + ", " + Units.bytes(storedBytes) + "; "
                + Units.count(duplicates, "duplicates") + ", " + Units.count(leftOut) + " left out; "
                + Units.span(time) + (rate < 1024 ? "" : ", " + Units.bytes(rate) + "/s");
    }
}
