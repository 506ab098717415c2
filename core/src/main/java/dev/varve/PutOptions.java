package dev.varve;

import dev.varve.internal.OptionProblems;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** How one value is put. Immutable: make one and use it for many puts. */
public final class PutOptions {

    /** The table's TTL; durable at the next flush. */
    public static final PutOptions DEFAULTS = builder().build();

    /** The table's TTL; the put returns when the value is durable. */
    public static final PutOptions DURABLE = builder().durable(true).build();

    private final Duration ttl;
    private final boolean durable;
    private final long ttlMillis;

    private PutOptions(Builder builder) {
        ttl = builder.ttl;
        durable = builder.durable;
        ttlMillis = ttl == null ? 0 : ttl.toMillis();
    }

    /** A builder that starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** A TTL of its own for the value; the table's holds too, so the shorter of both counts. Default: none. */
    public Optional<Duration> ttl() {
        return Optional.ofNullable(ttl);
    }

    /** {@link #ttl()} in milliseconds; 0: none. */
    public long ttlMillis() {
        return ttlMillis;
    }

    /**
     * Whether the put returns only once the value is durable, sharing syncs with other threads' puts. If the key was taken,
     * it waits until the value that took it is durable. Default false.
     */
    public boolean isDurable() {
        return durable;
    }

    /** The same for one pair of a batch, whose durability is waited for once. */
    PutOptions notDurable() {
        return ttl == null ? DEFAULTS : builder().ttl(ttl).build();
    }

    @Override
    public String toString() {
        return "PutOptions[ttl=" + ttl + ", durable=" + durable + "]";
    }

    /** Collects options; for one thread. */
    public static final class Builder {
        private Duration ttl;
        private boolean durable;

        private Builder() {}

        /** See {@link PutOptions#ttl()}. At least 1 second, at most 365,000 days. */
        public Builder ttl(Duration ttl) {
            this.ttl = Objects.requireNonNull(ttl, "ttl");
            return this;
        }

        /** See {@link PutOptions#isDurable()}. */
        public Builder durable(boolean durable) {
            this.durable = durable;
            return this;
        }

        /**
         * The options.
         *
         * @throws OptionsException naming everything that is wrong with them
         */
        public PutOptions build() {
            OptionProblems problems = new OptionProblems("PutOptions");
            if (ttl != null) {
                problems.checkDuration("ttl", ttl, Limits.TTL_MIN, Limits.TTL_MAX);
            }
            problems.throwIfAny();
            return new PutOptions(this);
        }
    }
}
