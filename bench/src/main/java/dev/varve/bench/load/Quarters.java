package dev.varve.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The order of turns of a run: four quarters, each of pairs of one turn of the store and one of the raw device, every other
 * pair the other way round, so that a device that drifts favours neither.
 *
 * @param turns in order
 */
public record Quarters(List<Turn> turns) {
    /** How many there are. */
    public static final int COUNT = 4;

    private static final double STORE_SHARE = 2.0 / 3;
    private static final Duration PAIR = Duration.ofMillis(4500);

    /**
     * One turn.
     *
     * @param quarter from 0
     * @param isStore whose it is: the store's or the raw device's
     * @param length how long
     */
    public record Turn(int quarter, boolean isStore, Duration length) {}

    /**
     * {@return the turns of a run}
     *
     * @param run how long all of them take together
     * @param withLimit whether the raw device has turns
     */
    public static Quarters of(Duration run, boolean withLimit) {
        Duration quarter = run.dividedBy(COUNT);
        long pairs = Math.max(1, Math.round((double) quarter.toNanos() / PAIR.toNanos()));
        Duration pair = quarter.dividedBy(pairs);
        Duration store = withLimit ? Duration.ofNanos((long) (pair.toNanos() * STORE_SHARE)) : pair;
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < COUNT * pairs; i++) {
            int number = (int) (i / pairs);
            Turn ours = new Turn(number, true, store);
            Turn raw = new Turn(number, false, pair.minus(store));
            if (!withLimit) {
                turns.add(ours);
            } else if (i % 2 == 0) {
                turns.addAll(List.of(raw, ours));
            } else {
                turns.addAll(List.of(ours, raw));
            }
        }
        return new Quarters(List.copyOf(turns));
    }
}
