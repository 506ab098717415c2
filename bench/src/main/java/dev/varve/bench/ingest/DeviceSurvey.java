package dev.varve.bench.ingest;

import dev.varve.bench.load.Quarters;
import dev.varve.bench.raw.Blocks;
import dev.varve.bench.raw.RawShape;
import dev.varve.bench.raw.RawStreams;
import dev.varve.bench.raw.RawSurvey;
import dev.varve.bench.raw.RawTurn;
import dev.varve.bench.report.Text;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The number of files with which the raw device is fastest, and how fast.
 *
 * @param streams files per drive; 0: not measured
 * @param bytesPerSecond with so many
 */
record DeviceSurvey(int streams, double bytesPerSecond) {
    static final DeviceSurvey NONE = new DeviceSurvey(0, 0);

    private static final Duration LAYING_MOST = Duration.ofSeconds(5);
    private static final Duration TURN_MOST = Duration.ofMillis(750);
    private static final int ROUNDS = 3;
    private static final int SHARE = 8;

    /** Measures, and says what it found; an eighth of the run at most, unless the number is given. */
    static DeviceSurvey of(IngestPlan plan, RawStreams raw, Consumer<String> log) throws IOException {
        Duration measured =
                plan.turns().turns().stream().map(Quarters.Turn::length).reduce(Duration.ZERO, Duration::plus);
        Duration share = measured.dividedBy((long) SHARE * ROUNDS * RawShape.STREAMS.length);
        Duration turn = share.compareTo(TURN_MOST) < 0 ? share : TURN_MOST;
        if (plan.blocks() == Blocks.RECYCLED) {
            RawTurn laid = raw.lay(LAYING_MOST);
            log.accept("raw files: " + Text.bytes(laid.bytes()) + " laid at " + Text.megabytes(laid.bytesPerSecond())
                    + " MB/s");
        }
        if (plan.rawStreams() > 0) {
            RawTurn only = raw.turn(plan.rawStreams(), plan.blocks(), turn);
            return new DeviceSurvey(plan.rawStreams(), only.bytesPerSecond());
        }
        RawSurvey survey = RawSurvey.run(raw, plan.blocks(), ROUNDS, turn);
        StringBuilder found = new StringBuilder("device over " + plan.blocks().label() + " blocks:");
        for (RawTurn sum : survey.sums()) {
            found.append(" ").append(sum.streams()).append(sum.streams() == 1 ? " file " : " files ");
            found.append(Text.megabytes(sum.bytesPerSecond())).append(" MB/s,");
        }
        log.accept(found + " so turns of the limit write " + survey.best().streams() + " files per drive");
        return new DeviceSurvey(survey.best().streams(), survey.best().bytesPerSecond());
    }
}
