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
 * @param shape what the puts will be like; some stores have to be told when they are opened
 */
public record SubjectSpec(List<Path> drives, Duration ttl, long maxBytes, Tuning tuning, Shape shape) {
    /**
     * Durable batches, which is what most workloads measure.
     *
     * @param drives as above
     * @param ttl as above
     * @param maxBytes as above
     * @param tuning as above
     */
    public SubjectSpec(List<Path> drives, Duration ttl, long maxBytes, Tuning tuning) {
        this(drives, ttl, maxBytes, tuning, Shape.LARGE_BATCHES);
    }

    /**
     * What the puts will be like.
     *
     * @param small whether values are of some hundred bytes rather than of many thousands
     * @param flushes when what was put must be durable
     */
    public record Shape(boolean small, Flushes flushes) {
        /** Large values, durable by the batch. */
        public static final Shape LARGE_BATCHES = new Shape(false, Flushes.EACH_BATCH);

        private static final int SMALL_BYTES = 4096;

        /**
         * {@return the shape for values of a length}
         *
         * @param valueBytes usual length
         * @param flushes when they must be durable
         */
        public static Shape of(long valueBytes, Flushes flushes) {
            return new Shape(valueBytes < SMALL_BYTES, flushes);
        }

        /** {@return whether nobody waits for single batches} */
        public boolean isAsync() {
            return flushes == Flushes.AT_THE_END;
        }
    }

    /** When what was put must be durable. */
    public enum Flushes {
        /** A flush follows every batch of a thread, and is waited for. */
        EACH_BATCH,
        /** Nobody waits for puts; one flush comes at the end. Batches may be made as is best. */
        AT_THE_END
    }

    /**
     * {@return the same for other puts}
     *
     * @param other what they will be like
     */
    public SubjectSpec with(Shape other) {
        return new SubjectSpec(drives, ttl, maxBytes, tuning, other);
    }

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
