package dev.varve.bench.contest;

import dev.varve.bench.report.Json;
import dev.varve.bench.report.OpsTurn;
import dev.varve.bench.report.Text;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Contenders and what they reached. Everybody has a turn before anybody has the next, every other round in reverse, so that
 * a machine that drifts favours nobody. For one thread.
 */
public final class Contest {
    private final List<Contender> contenders;
    private final Map<String, List<OpsTurn>> turns = new LinkedHashMap<>();

    /**
     * A contest.
     *
     * @param contenders ceilings and what is compared with them
     */
    public Contest(List<Contender> contenders) {
        this.contenders = List.copyOf(contenders);
        for (Contender contender : contenders) {
            if (turns.put(contender.name(), new ArrayList<>()) != null) {
                throw new IllegalArgumentException("two contenders are called " + contender.name());
            }
        }
        for (Contender contender : contenders) {
            if (contender.ceiling() != null && !turns.containsKey(contender.ceiling())) {
                throw new IllegalArgumentException(contender.name() + " has no ceiling " + contender.ceiling());
            }
        }
    }

    /**
     * Runs some rounds.
     *
     * @param rounds how many; the first one, not counted, warms up
     * @param turn how long each turn is
     * @throws IOException if files fail
     */
    public void run(int rounds, Duration turn) throws IOException {
        for (int round = 0; round <= rounds; round++) {
            for (int i = 0; i < contenders.size(); i++) {
                Contender contender = contenders.get(round % 2 == 0 ? i : contenders.size() - 1 - i);
                OpsTurn reached = contender.runner().turn(turn);
                if (round > 0) {
                    turns.get(contender.name()).add(reached);
                }
            }
        }
    }

    /**
     * {@return what a contender reached, all its turns added up}
     *
     * @param name of the contender
     */
    public OpsTurn result(String name) {
        return OpsTurn.sum(turns.get(name));
    }

    private double ratio(Contender contender) {
        return contender.ceiling() == null
                ? Double.NaN
                : result(contender.name()).opsPerSecond()
                        / result(contender.ceiling()).opsPerSecond();
    }

    /**
     * {@return a table of all}
     *
     * @param title the first cell
     */
    public String table(String title) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(title, "ops/s", "ns/op", "CPU ns/op", "p50 us", "p99", "p99.9", "max", "ratio", "of"));
        for (Contender contender : contenders) {
            OpsTurn sum = result(contender.name());
            rows.add(List.of(
                    contender.name(),
                    Text.of(sum.opsPerSecond(), 0),
                    Text.of(sum.nanosPerOp(), sum.nanosPerOp() < 100 ? 1 : 0),
                    Text.of(sum.cpuNanosPerOp(), sum.cpuNanosPerOp() < 100 ? 1 : 0),
                    Text.micros(sum.latencies(), 50),
                    Text.micros(sum.latencies(), 99),
                    Text.micros(sum.latencies(), 99.9),
                    Text.micros(sum.latencies(), 100),
                    contender.ceiling() == null ? "" : Text.of(ratio(contender), 3),
                    contender.ceiling() == null ? "" : contender.ceiling()));
        }
        return Text.table(rows);
    }

    /** {@return all for the results file} */
    public List<Map<String, Object>> json() {
        List<Map<String, Object>> results = new ArrayList<>();
        for (Contender contender : contenders) {
            OpsTurn sum = result(contender.name());
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", contender.name());
            one.put("ops_per_second", sum.opsPerSecond());
            one.put("ns_per_op", Json.number(sum.nanosPerOp()));
            one.put("cpu_ns_per_op", Json.number(sum.cpuNanosPerOp()));
            one.put("latency_us", Json.micros(sum.latencies()));
            one.put("ceiling", contender.ceiling());
            one.put("ratio", Json.number(ratio(contender)));
            results.add(one);
        }
        return results;
    }
}
