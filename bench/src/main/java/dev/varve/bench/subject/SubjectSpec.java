package dev.varve.bench.subject;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What every store is told.
 *
 * @param drives directories it may use
 * @param ttl how long values live; zero: for ever
 * @param maxBytes disk it may keep in use; 0: all
 * @param tuning what only some stores know
 */
public record SubjectSpec(List<Path> drives, Duration ttl, long maxBytes, Tuning tuning) {
    /**
     * What can be set to see what it does. A 0 leaves the store's own choice.
     *
     * @param segmentBytes target length of a segment
     * @param lanesPerDrive files written at the same time on a drive
     * @param writeBufferBytes memory for what is not written yet
     * @param buffered whether to write through the page cache
     * @param mapped whether to read by mapping
     */
    public record Tuning(
            long segmentBytes, int lanesPerDrive, long writeBufferBytes, boolean buffered, boolean mapped) {
        /** Leaves everything to the store. */
        public static final Tuning NONE = new Tuning(0, 0, 0, false, false);

        /** {@return the same, written through the page cache} */
        public Tuning withBuffered() {
            return new Tuning(segmentBytes, lanesPerDrive, writeBufferBytes, true, mapped);
        }

        /** {@return the same, read by mapping} */
        public Tuning withMapped() {
            return new Tuning(segmentBytes, lanesPerDrive, writeBufferBytes, buffered, true);
        }
    }
}
