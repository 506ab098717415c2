package dev.varve.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PacerTest {
    private static final long START = Long.MAX_VALUE - 1_000_000_000L;

    @Test
    void startsAreSpreadOverTheThreads() {
        Pacer first = Pacer.shared(1000, 0, 4);
        Pacer third = Pacer.shared(1000, 2, 4);
        first.restart(START);
        third.restart(START);
        assertEquals(START, first.next(0));
        assertEquals(START + 4_000_000, first.next(0));
        assertEquals(START + 2_000_000, third.next(0));
        assertEquals(START + 6_000_000, third.next(0));
    }

    @Test
    void anOperationThatTookLongMakesTheNextOnesLateNotFewer() {
        Pacer pacer = Pacer.shared(1000, 0, 1);
        pacer.restart(START);
        pacer.next(START);
        long late = START + 50_000_000;
        assertEquals(START + 1_000_000, pacer.next(late));
        assertEquals(START + 2_000_000, pacer.next(late));
    }

    @Test
    void roundingDoesNotAddUp() {
        Pacer pacer = Pacer.shared(3, 0, 1);
        pacer.restart(0);
        long last = 0;
        for (int i = 0; i <= 3_000_000; i++) {
            last = pacer.next(0);
        }
        assertEquals(1_000_000_000_000_000L, last, 1);
    }

    @Test
    void aPauseOwesNothing() {
        Pacer pacer = Pacer.shared(1000, 0, 1);
        pacer.restart(START);
        pacer.next(START);
        pacer.restart(START + 7_000_000_000L);
        assertEquals(START + 7_000_000_000L, pacer.next(0));
    }

    @Test
    void withoutARateAnOperationIsMeantToStartWhenItDoes() {
        Pacer pacer = Pacer.shared(0, 1, 4);
        assertFalse(pacer.isPaced());
        pacer.restart(START);
        assertEquals(START + 17, pacer.next(START + 17));
    }

    @Test
    void aTurnEndsAtItsDeadlineOrWhenToldTo() {
        long now = System.nanoTime();
        TurnEnd passed = new TurnEnd(now - 1);
        assertFalse(passed.awaitStart(now + 60_000_000_000L));
        TurnEnd open = new TurnEnd(now + 60_000_000_000L);
        assertTrue(open.awaitStart(now));
        open.now();
        assertFalse(open.awaitStart(now + 60_000_000_000L));
    }
}
