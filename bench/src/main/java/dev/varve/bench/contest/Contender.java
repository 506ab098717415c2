package dev.varve.bench.contest;

import dev.varve.bench.report.OpsTurn;
import java.io.IOException;
import java.time.Duration;

/**
 * Something that takes turns.
 *
 * @param name unique
 * @param ceiling the name of the contender it is compared with; null: it is a ceiling itself
 * @param runner runs a turn
 */
public record Contender(String name, String ceiling, Runner runner) {
    /** Runs a turn. */
    public interface Runner {
        /**
         * Runs a turn.
         *
         * @param length how long
         * @return what was reached
         * @throws IOException if files fail
         */
        OpsTurn turn(Duration length) throws IOException;
    }

    /**
     * {@return something others are compared with}
     *
     * @param name unique
     * @param runner runs a turn
     */
    public static Contender ceiling(String name, Runner runner) {
        return new Contender(name, null, runner);
    }
}
