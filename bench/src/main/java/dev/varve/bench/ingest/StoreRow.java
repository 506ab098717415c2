package dev.varve.bench.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.load.LoadTurn;
import dev.varve.bench.raw.RawSurvey;
import dev.varve.bench.raw.RawTurn;
import dev.varve.bench.subject.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What one of several stores reached so far. For the thread that runs the turns. */
public final class StoreRow {
    private final StoreKind kind;
    private final List<LoadTurn> turns = new ArrayList<>();
    private final List<Optional<RawTurn>> limits = new ArrayList<>();
    private final List<JsonNode> series = new ArrayList<>();
    private long deviceBytes;
    private long processBytes;
    private JsonNode figures;
    private String reason;

    StoreRow(StoreKind kind) {
        this.kind = kind;
    }

    void turn(LoadTurn turn, long toDevice, long byProcess) {
        turns.add(turn);
        deviceBytes += toDevice;
        processBytes += byProcess;
    }

    /** The raw device just before and just after the last turn. */
    void limits(List<RawTurn> around) {
        limits.add(RawSurvey.sum(around));
    }

    void second(JsonNode beat) {
        series.add(beat);
    }

    void figures(JsonNode last) {
        figures = last;
    }

    void died(String why) {
        reason = why;
    }

    /** {@return the store} */
    public StoreKind kind() {
        return kind;
    }

    /** {@return why it ended early; null: it did not} */
    public String reason() {
        return reason;
    }

    /** {@return its measured turns} */
    public List<LoadTurn> turns() {
        return turns;
    }

    /** {@return for each measured turn the raw device around it} */
    public List<Optional<RawTurn>> limits() {
        return limits;
    }

    /** {@return one object a second, the warm-up included} */
    public List<JsonNode> series() {
        return series;
    }

    /** {@return what it said at the end; null: nothing} */
    public JsonNode figures() {
        return figures;
    }

    /** {@return each turn's rate over the device's around it; not-a-number without one} */
    public double[] ratios() {
        double[] ratios = new double[limits.size()];
        for (int i = 0; i < ratios.length; i++) {
            double rate = turns.get(i).bytesPerSecond();
            ratios[i] = limits.get(i).map(raw -> rate / raw.bytesPerSecond()).orElse(Double.NaN);
        }
        return ratios;
    }

    /**
     * {@return bytes written for each byte put; not-a-number where nothing is known}
     *
     * @param isByDevice whether by the device's counters, or else by the process's
     */
    public double writeAmplification(boolean isByDevice) {
        long put = LoadTurn.sum(turns).bytes();
        long written = isByDevice ? deviceBytes : processBytes;
        return put == 0 || written <= 0 ? Double.NaN : (double) written / put;
    }
}
