package dev.varve;

import dev.varve.internal.OptionProblems;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * How a table keeps its values. Immutable; made by a {@link Builder}. They are stored with the table: an option that was not
 * set explicitly keeps the stored value when the table exists, and has its default when it is made.
 */
public final class TableOptions {
    private static final String TTL = "ttl";
    private static final String MAX_BYTES = "maxBytes";
    private static final String IO_MODE = "ioMode";
    private static final String READ_MODE = "readMode";
    private static final String SYNC_MODE = "syncMode";
    private static final String SEGMENT_BYTES = "segmentBytes";
    private static final String VERIFY_ON_READ = "verifyOnRead";
    private static final String CURSOR_IDLE_MAX = "cursorIdleMax";

    private final Map<String, Long> explicit;
    private final Duration ttl;
    private final long maxBytes;
    private final IoMode ioMode;
    private final ReadMode readMode;
    private final SyncMode syncMode;
    private final long segmentBytes;
    private final boolean verifyOnRead;
    private final Duration cursorIdleMax;

    private TableOptions(Map<String, Long> explicit) {
        this.explicit = Collections.unmodifiableMap(new TreeMap<>(explicit));
        ttl = Duration.ofMillis(get(TTL, 0));
        maxBytes = get(MAX_BYTES, 0);
        ioMode = IoMode.values()[(int) get(IO_MODE, IoMode.DIRECT.ordinal())];
        readMode = ReadMode.values()[(int) get(READ_MODE, ReadMode.CHANNEL.ordinal())];
        syncMode = SyncMode.values()[(int) get(SYNC_MODE, SyncMode.ON_FLUSH.ordinal())];
        segmentBytes = get(SEGMENT_BYTES, ttl.toDays() >= 1 ? 2L << 30 : 1L << 30);
        verifyOnRead = get(VERIFY_ON_READ, 1) != 0;
        cursorIdleMax = Duration.ofMillis(get(CURSOR_IDLE_MAX, 60_000));
    }

    private long get(String name, long otherwise) {
        return explicit.getOrDefault(name, otherwise);
    }

    /** A builder for a table whose values expire that long after they were put; see {@link #ttl()}. */
    public static Builder ttl(Duration ttl) {
        return builder().ttl(ttl);
    }

    /** A builder with nothing set. */
    public static Builder builder() {
        return new Builder();
    }

    /** Options with nothing set: for a table that exists, what is stored. */
    public static TableOptions defaults() {
        return builder().build();
    }

    /**
     * Options from what {@link #explicit()} gave.
     *
     * @throws OptionsException naming everything that is wrong with them
     */
    public static TableOptions of(Map<String, Long> explicit) {
        Builder builder = new Builder();
        builder.explicit.putAll(explicit);
        return builder.build();
    }

    /** The options that were set explicitly, as numbers by name: durations in milliseconds, enums by ordinal, flags 0 or 1. */
    public Map<String, Long> explicit() {
        return explicit;
    }

    /** How long after its put a value expires, to the millisecond: 1 second to 365,000 days; zero: never. Default zero. */
    public Duration ttl() {
        return ttl;
    }

    /** See {@link Table#maxBytes(long)}: at least 16 MiB; 0: no limit. Default 0. */
    public long maxBytes() {
        return maxBytes;
    }

    /** How segments are written. Default {@link IoMode#DIRECT}. */
    public IoMode ioMode() {
        return ioMode;
    }

    /** How segments are read. Default {@link ReadMode#CHANNEL}. */
    public ReadMode readMode() {
        return readMode;
    }

    /** When values become durable. Default {@link SyncMode#ON_FLUSH}. */
    public SyncMode syncMode() {
        return syncMode;
    }

    /**
     * Length in bytes at which a segment is sealed and the next one started: 1 MiB to 2 GiB. Default 1 GiB, 2 GiB with a TTL
     * of a day or more. With {@link #maxBytes()} at most a sixteenth of it, shared by the lanes.
     */
    public long segmentBytes() {
        return segmentBytes;
    }

    /** Whether every read checks the value's checksum. Header and key are always checked. Default true. */
    public boolean verifyOnRead() {
        return verifyOnRead;
    }

    /** How long a cursor or stream may be left alone before it lets go of its segment: 1 second to 1 day. Default 1 minute. */
    public Duration cursorIdleMax() {
        return cursorIdleMax;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableOptions that && explicit.equals(that.explicit);
    }

    @Override
    public int hashCode() {
        return explicit.hashCode();
    }

    @Override
    public String toString() {
        return "TableOptions[ttl=" + ttl + ", maxBytes=" + maxBytes + ", ioMode=" + ioMode + ", readMode=" + readMode
                + ", syncMode=" + syncMode + ", segmentBytes=" + segmentBytes + ", verifyOnRead=" + verifyOnRead
                + ", cursorIdleMax=" + cursorIdleMax + "]";
    }

    /** Collects options; for one thread. */
    public static final class Builder {
        private final Map<String, Long> explicit = new TreeMap<>();
        private final Map<String, Duration> durations = new TreeMap<>();

        private Builder() {}

        /** See {@link TableOptions#ttl()}. */
        public Builder ttl(Duration ttl) {
            return set(TTL, ttl);
        }

        /** See {@link TableOptions#maxBytes()}. */
        public Builder maxBytes(long maxBytes) {
            return set(MAX_BYTES, maxBytes);
        }

        /** See {@link TableOptions#ioMode()}. */
        public Builder ioMode(IoMode ioMode) {
            return set(IO_MODE, ioMode.ordinal());
        }

        /** See {@link TableOptions#readMode()}. */
        public Builder readMode(ReadMode readMode) {
            return set(READ_MODE, readMode.ordinal());
        }

        /** See {@link TableOptions#syncMode()}. */
        public Builder syncMode(SyncMode syncMode) {
            return set(SYNC_MODE, syncMode.ordinal());
        }

        /** See {@link TableOptions#segmentBytes()}. */
        public Builder segmentBytes(long segmentBytes) {
            return set(SEGMENT_BYTES, segmentBytes);
        }

        /** See {@link TableOptions#verifyOnRead()}. */
        public Builder verifyOnRead(boolean verifyOnRead) {
            return set(VERIFY_ON_READ, verifyOnRead ? 1 : 0);
        }

        /** See {@link TableOptions#cursorIdleMax()}. */
        public Builder cursorIdleMax(Duration cursorIdleMax) {
            return set(CURSOR_IDLE_MAX, cursorIdleMax);
        }

        private Builder set(String name, long value) {
            explicit.put(name, value);
            return this;
        }

        private Builder set(String name, Duration value) {
            durations.put(name, Objects.requireNonNull(value, name));
            return this;
        }

        /**
         * The options.
         *
         * @throws OptionsException naming everything that is wrong with them
         */
        public TableOptions build() {
            OptionProblems problems = new OptionProblems("TableOptions");
            Map<String, Long> all = new TreeMap<>(explicit);
            durations.forEach((name, value) -> all.put(name, OptionProblems.saturatedMillis(value)));
            problems.checkZeroOrRange(TTL, all, Limits.TTL_MIN.toMillis(), Limits.TTL_MAX.toMillis());
            problems.checkZeroOrRange(MAX_BYTES, all, Limits.MAX_BYTES_MIN, Long.MAX_VALUE);
            problems.checkRange(IO_MODE, all, 0, IoMode.values().length - 1L);
            problems.checkRange(READ_MODE, all, 0, ReadMode.values().length - 1L);
            problems.checkRange(SYNC_MODE, all, 0, SyncMode.values().length - 1L);
            problems.checkRange(SEGMENT_BYTES, all, Limits.SEGMENT_BYTES_MIN, Limits.SEGMENT_BYTES_MAX);
            problems.checkRange(VERIFY_ON_READ, all, 0, 1);
            problems.checkRange(CURSOR_IDLE_MAX, all, 1_000, 86_400_000);
            problems.throwIfAny();
            return new TableOptions(all);
        }
    }
}
