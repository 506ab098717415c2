package dev.varve.bench.load;

import dev.varve.bench.report.LatencyRange;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Latencies of one kind of operation, recorded by several threads, each into a recorder of its own. The thread that runs the
 * load makes the recorders and drains them.
 */
final class Latencies {
    private final List<SingleWriterRecorder> recorders = new ArrayList<>();
    private final List<Histogram> drained = new ArrayList<>();

    /** {@return a recorder for one thread} */
    SingleWriterRecorder recorder() {
        SingleWriterRecorder recorder = LatencyRange.recorder();
        recorders.add(recorder);
        drained.add(null);
        return recorder;
    }

    /** Moves what was recorded since the last call to the given histogram. */
    void drainTo(Histogram target) {
        for (int i = 0; i < recorders.size(); i++) {
            Histogram interval = recorders.get(i).getIntervalHistogram(drained.get(i));
            target.add(interval);
            drained.set(i, interval);
        }
    }
}
