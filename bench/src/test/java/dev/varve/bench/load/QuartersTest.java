package dev.varve.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.bench.load.Quarters.Turn;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuartersTest {
    @ParameterizedTest
    @ValueSource(longs = {40, 1_000, 40_000, 3_600_000})
    void everyQuarterHasBothKindsOfTurnsAndAQuarterOfTheTime(long millis) {
        Quarters quarters = Quarters.of(Duration.ofMillis(millis), true);
        Duration all = Duration.ZERO;
        for (int i = 0; i < Quarters.COUNT; i++) {
            int quarter = i;
            List<Turn> turns = quarters.turns().stream()
                    .filter(turn -> turn.quarter() == quarter)
                    .toList();
            assertEquals(turns.size() / 2, turns.stream().filter(Turn::isStore).count());
            Duration length = turns.stream().map(Turn::length).reduce(Duration.ZERO, Duration::plus);
            assertEquals(millis / 4.0, length.toNanos() / 1e6, 1e-3);
            all = all.plus(length);
        }
        assertEquals(millis, all.toNanos() / 1e6, 1e-3);
    }

    @Test
    void theOrderOfEveryOtherPairIsTurnedRound() {
        List<Boolean> order = Quarters.of(Duration.ofSeconds(40), true).turns().stream()
                .map(Turn::isStore)
                .limit(8)
                .toList();
        assertEquals(List.of(false, true, true, false, false, true, true, false), order);
    }

    @Test
    void turnsAreShortEnoughForADriftingDevice() {
        for (Turn turn : Quarters.of(Duration.ofMinutes(10), true).turns()) {
            assertTrue(turn.length().compareTo(Duration.ofSeconds(5)) < 0);
        }
    }

    @Test
    void withoutTheLimitAllTurnsAreTheStores() {
        Quarters quarters = Quarters.of(Duration.ofSeconds(40), false);
        assertTrue(quarters.turns().stream().allMatch(Turn::isStore));
        assertEquals(
                4, quarters.turns().stream().mapToInt(Turn::quarter).distinct().count());
    }
}
