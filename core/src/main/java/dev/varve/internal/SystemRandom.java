package dev.varve.internal;

import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * The machine's randomness, which nobody outside can predict: for seeds, salts, ids and the choice of drives. The only class
 * that asks the system for it. Any thread.
 */
public final class SystemRandom implements RandomGenerator {
    public static final SystemRandom INSTANCE = new SystemRandom();

    private final SecureRandom secure = new SecureRandom();

    private SystemRandom() {}

    @Override
    public long nextLong() {
        return secure.nextLong();
    }
}
