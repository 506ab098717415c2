package dev.varve.bench.raw;

import dev.varve.bench.report.LatencyRange;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The ceiling: what the best number of files reaches.
 *
 * @param turns all turns over one kind of blocks
 */
public record RawSurvey(List<RawTurn> turns) {
    /**
     * Tries every number of files, all of them once before any of them twice, since devices drift.
     *
     * @param raw laid files, where blocks are recycled
     * @param blocks over what
     * @param rounds how often each number of files has a turn
     * @param turn how long each turn is
     * @return all turns
     * @throws IOException if writing fails
     */
    public static RawSurvey run(RawStreams raw, Blocks blocks, int rounds, Duration turn) throws IOException {
        List<RawTurn> turns = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (int streams : RawShape.STREAMS) {
                turns.add(raw.turn(streams, blocks, turn));
            }
        }
        return new RawSurvey(turns);
    }

    /** {@return all turns of each number of files added up, the fewest files first} */
    public List<RawTurn> sums() {
        List<RawTurn> sums = new ArrayList<>();
        for (int streams : RawShape.STREAMS) {
            sum(turns.stream().filter(turn -> turn.streams() == streams).toList())
                    .ifPresent(sums::add);
        }
        return sums;
    }

    /** {@return the number of files with the highest rate over its turns} */
    public RawTurn best() {
        return sums().stream()
                .max(Comparator.comparingDouble(RawTurn::bytesPerSecond))
                .orElseThrow();
    }

    /**
     * {@return turns added up as if they had been one, if there are any}
     *
     * @param turns of one number of files and one kind of blocks
     */
    public static Optional<RawTurn> sum(List<RawTurn> turns) {
        if (turns.isEmpty()) {
            return Optional.empty();
        }
        long bytes = 0;
        long nanos = 0;
        long cpu = 0;
        Histogram batches = LatencyRange.histogram();
        for (RawTurn turn : turns) {
            bytes += turn.bytes();
            nanos += turn.nanos();
            cpu += turn.cpuNanos();
            batches.add(turn.batches());
        }
        RawTurn first = turns.get(0);
        return Optional.of(new RawTurn(first.streams(), first.blocks(), bytes, nanos, cpu, batches));
    }
}
