package dev.varve;

import java.time.Instant;
import java.util.Objects;

/** What a cursor walks over. Immutable. */
public final class CursorOptions {

    /** Every live value, with values, from the oldest on. */
    public static final CursorOptions DEFAULTS = builder().build();

    /** Every live key, without values, from the oldest on. */
    public static final CursorOptions KEYS_ONLY = builder().keysOnly(true).build();

    private final Instant fromTime;
    private final boolean keysOnly;

    private CursorOptions(Builder builder) {
        fromTime = builder.fromTime;
        keysOnly = builder.keysOnly;
    }

    /** A builder that starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Values put earlier than this, in store time, are passed over. Default {@link Instant#MIN}: none. */
    public Instant fromTime() {
        return fromTime;
    }

    /** Whether values are left alone, so that only key bytes are read. Default false. */
    public boolean keysOnly() {
        return keysOnly;
    }

    @Override
    public String toString() {
        return "CursorOptions[fromTime=" + fromTime + ", keysOnly=" + keysOnly + "]";
    }

    /** Collects options; for one thread. */
    public static final class Builder {
        private Instant fromTime = Instant.MIN;
        private boolean keysOnly;

        private Builder() {}

        /** See {@link CursorOptions#fromTime()}. */
        public Builder fromTime(Instant fromTime) {
            this.fromTime = Objects.requireNonNull(fromTime, "fromTime");
            return this;
        }

        /** See {@link CursorOptions#keysOnly()}. */
        public Builder keysOnly(boolean keysOnly) {
            this.keysOnly = keysOnly;
            return this;
        }

        /** The options. */
        public CursorOptions build() {
            return new CursorOptions(this);
        }
    }
}
