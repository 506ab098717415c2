package dev.varve.internal;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SystemRandomTest {
    @Test
    void givesNumbersOfAnyKind() {
        SystemRandom random = SystemRandom.INSTANCE;
        assertNotEquals(random.nextLong(), random.nextLong());
        int bound = random.nextInt(10);
        assertTrue(bound >= 0 && bound < 10);
    }
}
