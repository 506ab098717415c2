package dev.varve.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.varve.Metric;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountersTest {
    @Test
    void addsUpOverThreads() throws InterruptedException {
        Counters counters = new Counters();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 10_000; i++) {
                    counters.increment(Metric.PUTS);
                    counters.add(Metric.BYTES_PUT, 3);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(40_000, counters.sum(Metric.PUTS));
        assertEquals(120_000, counters.sum(Metric.BYTES_PUT));
        assertEquals(0, counters.sum(Metric.GETS));
    }

    @Test
    void sumsOfTablesMakeTheStores() {
        Counters one = new Counters();
        Counters two = new Counters();
        one.add(Metric.PUTS, 5);
        two.add(Metric.PUTS, 7);
        two.increment(Metric.SYNCS);
        Map<Metric, Long> values = new EnumMap<>(Metric.class);
        one.addTo(values);
        two.addTo(values);
        assertEquals(12, values.get(Metric.PUTS));
        assertEquals(1, values.get(Metric.SYNCS));
        assertFalse(values.containsKey(Metric.KEYS), "not a total");
        one.absorb(two);
        assertEquals(12, one.sum(Metric.PUTS));
    }
}
