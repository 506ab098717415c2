package dev.varve.bench.ingest;

import dev.varve.bench.load.LoadTurn;
import dev.varve.bench.load.Totals;
import dev.varve.bench.raw.RawSurvey;
import dev.varve.bench.raw.RawTurn;
import dev.varve.bench.subject.SubjectStats;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run reached.
 *
 * @param plan what was asked for
 * @param quarters one for each quarter of the run
 * @param totals what all threads counted, warm-up included
 * @param stats the store's own figures at the end
 * @param memory what was used
 */
public record IngestResult(IngestPlan plan, List<Quarter> quarters, Totals totals, SubjectStats stats, Memory memory) {

    /**
     * One quarter of the measured part.
     *
     * @param store the store's turns added up
     * @param limit the raw device's turns added up, if there were any
     */
    public record Quarter(LoadTurn store, Optional<RawTurn> limit) {
        /** {@return the store's rate over the device's; not-a-number without one} */
        public double ratio() {
            return limit.map(turn -> store.bytesPerSecond() / turn.bytesPerSecond())
                    .orElse(Double.NaN);
        }
    }

    /**
     * Memory and disk.
     *
     * @param heapLiveBytes after collections, the store still open
     * @param rssPeakBytes largest resident set, where the system tells
     * @param poolBytes of it what values are cut from
     * @param diskPeakBytes most that all files took, looked at once a second
     */
    public record Memory(long heapLiveBytes, OptionalLong rssPeakBytes, long poolBytes, long diskPeakBytes) {}

    /** {@return all of the store's turns added up} */
    public LoadTurn store() {
        return LoadTurn.sum(quarters.stream().map(Quarter::store).toList());
    }

    /** {@return all of the device's turns added up, if there were any} */
    public Optional<RawTurn> limit() {
        return RawSurvey.sum(
                quarters.stream().flatMap(quarter -> quarter.limit().stream()).toList());
    }

    /** {@return the store's rate over the device's; not-a-number without one} */
    public double ratio() {
        return new Quarter(store(), limit()).ratio();
    }
}
