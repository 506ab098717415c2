package dev.varve.bench.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineLoadsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 64, 100, 1_000_003, (1L << 28) + 64})
    void everyLoadIsWithinTheMemory(long bytes) {
        LineLoads lines = new LineLoads(bytes);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 100_000; i++) {
            lines.load(random.nextLong(), 4);
        }
        lines.load(Long.MAX_VALUE, 2);
        lines.load(Long.MIN_VALUE, 2);
        lines.load(-1, 2);
        assertEquals(0, lines.seen());
    }
}
