package dev.varve.bench.ingest;

import dev.varve.bench.subject.StoreKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What was decided before a run of several stores.
 *
 * @param base the load, the raw device, and what else all have in common
 * @param kinds the stores that take part
 * @param leftOut why others do not, by name
 * @param rounds how many turns each has
 * @param storeTurn length of a store's turn
 * @param limitTurn length of a turn of the raw device
 * @param bytesPerStore disk that each may keep in use
 */
public record StoresPlan(
        IngestPlan base,
        List<StoreKind> kinds,
        Map<String, String> leftOut,
        int rounds,
        Duration storeTurn,
        Duration limitTurn,
        long bytesPerStore) {

    /**
     * A store may need so much for what it was given: logs are written beside, merged files beside the old ones, and one may
     * be faster than the device was when it was surveyed.
     */
    private static final double SPACE_FACTOR = 3.5;

    /**
     * {@return how much longer time is for a store whose clock does not stand still during others' turns}
     */
    public double stretch() {
        double round = kinds.size() * (storeTurn.toNanos() + (double) limitTurn.toNanos());
        return round / storeTurn.toNanos();
    }

    /** {@return bytes of keys and values that each may be given where nothing goes} */
    double bytesGivenMost() {
        return bytesPerStore / SPACE_FACTOR;
    }

    /**
     * {@return the same with other turns}
     *
     * @param share of the length they have now
     */
    StoresPlan shortened(double share) {
        return new StoresPlan(
                base,
                kinds,
                leftOut,
                rounds,
                Duration.ofNanos((long) (storeTurn.toNanos() * share)),
                Duration.ofNanos((long) (limitTurn.toNanos() * share)),
                bytesPerStore);
    }
}
