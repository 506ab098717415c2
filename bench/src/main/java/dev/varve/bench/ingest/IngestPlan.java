package dev.varve.bench.ingest;

import dev.varve.bench.load.Keys;
import dev.varve.bench.load.LoadSpec;
import dev.varve.bench.load.Quarters;
import dev.varve.bench.load.ValueShape;
import dev.varve.bench.raw.Blocks;
import dev.varve.bench.raw.RawShape;
import dev.varve.bench.subject.SubjectSpec;
import java.time.Duration;

/**
 * All that was decided before a run.
 *
 * @param keys the keys
 * @param values how long values are, and what they are of
 * @param seed of everything
 * @param load the load
 * @param subject how the store is opened
 * @param blocks what the store writes over, and so what the device is measured on
 * @param raw how the device is written; null: not at all
 * @param rawStreams files of the device's turns; 0: the best of a survey
 * @param warmUp fixed length of the warm-up; null: until segments recycle
 * @param turns the measured part
 */
public record IngestPlan(
        Keys keys,
        ValueShape values,
        long seed,
        LoadSpec load,
        SubjectSpec subject,
        Blocks blocks,
        RawShape raw,
        int rawStreams,
        Duration warmUp,
        Quarters turns) {

    private static final Duration WARM_UP_MARGIN = Duration.ofSeconds(25);
    /** Nobody waits longer; values that live longer leave because of the limit on bytes. */
    private static final Duration WARM_UP_TTL = Duration.ofSeconds(30);

    /** {@return how long the warm-up may take} */
    public Duration warmUpMost() {
        if (warmUp != null) {
            return warmUp;
        }
        if (blocks == Blocks.NEW) {
            return Duration.ofSeconds(1);
        }
        Duration ttl = subject.ttl();
        boolean expires = !ttl.isZero() && ttl.compareTo(WARM_UP_TTL) < 0;
        return (expires ? ttl : WARM_UP_TTL).multipliedBy(2).plus(WARM_UP_MARGIN);
    }

    /** {@return bytes of a key and its value} */
    public long pairBytes() {
        return keys.keyBytes() + (long) values.mean();
    }

    /**
     * {@return the same with a shorter measured part}
     *
     * @param run how long it takes
     */
    public IngestPlan lasting(Duration run) {
        Quarters shorter = Quarters.of(run, raw != null);
        return new IngestPlan(keys, values, seed, load, subject, blocks, raw, rawStreams, warmUp, shorter);
    }

    /** {@return bytes of keys and values that fit on the drives at once} */
    public long pairBytesKept() {
        return subject.maxBytes() / 10 * 9;
    }
}
