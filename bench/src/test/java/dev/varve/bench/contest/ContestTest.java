package dev.varve.bench.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.report.OpsTurn;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ContestTest {
    private final List<String> order = new ArrayList<>();

    private Contender contender(String name, String ceiling, long ops) {
        return new Contender(name, ceiling, length -> {
            order.add(name);
            return new OpsTurn(ops, length.toNanos(), 2 * length.toNanos(), LatencyRange.fineHistogram());
        });
    }

    @Test
    void everybodyHasATurnBeforeAnybodyHasTheNext() throws Exception {
        Contest contest = new Contest(List.of(contender("raw", null, 100), contender("store", "raw", 50)));
        contest.run(2, Duration.ofSeconds(1));
        assertEquals(List.of("raw", "store", "store", "raw", "raw", "store"), order);
    }

    @Test
    void theRatioIsThatOfTheSums() throws Exception {
        Contest contest = new Contest(List.of(contender("raw", null, 200), contender("store", "raw", 50)));
        contest.run(3, Duration.ofSeconds(1));
        Map<String, Object> store = contest.json().get(1);
        assertEquals(0.25, store.get("ratio"));
        assertEquals(50.0, store.get("ops_per_second"));
        assertEquals(2e7, store.get("ns_per_op"));
        assertEquals(4e7, store.get("cpu_ns_per_op"));
        assertEquals(150, contest.result("store").ops());
        assertTrue(contest.table("title").contains("0.250"));
    }

    @Test
    void namesMustBeDifferentAndCeilingsThere() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new Contest(List.of(contender("a", null, 1), contender("a", null, 1))));
        assertThrows(IllegalArgumentException.class, () -> new Contest(List.of(contender("a", "b", 1))));
    }

    @Test
    void aCrewAddsUpWhatItsThreadsDo() throws Exception {
        try (Crew crew = new Crew(3)) {
            OpsTurn turn = crew.run(3, Duration.ofMillis(20), (thread, latencies) -> {
                latencies.recordValue(thread);
                return 2;
            });
            assertEquals(turn.ops(), 2 * turn.latencies().getTotalCount());
            assertTrue(turn.nanos() >= 20_000_000);
        }
    }

    @Test
    void whatATaskThrowsIsThrown() {
        try (Crew crew = new Crew(2)) {
            assertThrows(
                    IOException.class,
                    () -> crew.run(2, Duration.ofMinutes(1), (thread, latencies) -> {
                        throw new IOException("full");
                    }));
        }
    }

    @Test
    void coldGetsTakeEveryKeyOnce() throws Exception {
        Histogram unused = LatencyRange.fineHistogram();
        for (int count : new int[] {1, 2, 7, 1000, 65_536}) {
            Set<Long> seen = new HashSet<>();
            ColdGets gets = new ColdGets(seen::add, count);
            for (int i = 0; i < count; i++) {
                gets.some(0, unused);
            }
            assertEquals(count, seen.size());
            assertFalse(gets.isRepeating());
            gets.some(0, unused);
            assertTrue(gets.isRepeating());
        }
    }
}
