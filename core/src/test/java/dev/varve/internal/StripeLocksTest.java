package dev.varve.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class StripeLocksTest {
    @Test
    void oneKeyHasOneLock() {
        StripeLocks locks = new StripeLocks(64);
        Set<Lock> all = new HashSet<>();
        Random random = new Random(5);
        for (int i = 0; i < 10_000; i++) {
            long hash = random.nextLong();
            assertSame(locks.of(hash), locks.of(hash));
            all.add(locks.of(hash));
        }
        assertEquals(64, all.size());
    }

    @Test
    void countMustBeAPowerOfTwo() {
        assertThrows(IllegalArgumentException.class, () -> new StripeLocks(0));
        assertThrows(IllegalArgumentException.class, () -> new StripeLocks(3));
    }

    @Test
    void passAllWaitsForWhoeverHoldsAStripe() throws InterruptedException {
        StripeLocks locks = new StripeLocks(8);
        ReentrantLock held = locks.of(3L << 32);
        CountDownLatch passed = new CountDownLatch(1);
        Thread passing = new Thread(() -> {
            locks.passAll();
            passed.countDown();
        });
        held.lock();
        try {
            passing.start();
            while (!held.hasQueuedThread(passing)) {
                Thread.onSpinWait();
            }
            assertEquals(1, passed.getCount());
        } finally {
            held.unlock();
        }
        passing.join();
        assertEquals(0, passed.getCount());
        for (long i = 0; i < 8; i++) {
            assertFalse(locks.of(i << 32).isLocked());
        }
    }

    @Test
    void exclusiveUnderLoad() throws InterruptedException {
        StripeLocks locks = new StripeLocks(4);
        int[] counts = new int[4];
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            long seed = t;
            threads[t] = new Thread(() -> {
                Random random = new Random(seed);
                for (int i = 0; i < 20_000; i++) {
                    int stripe = random.nextInt(4);
                    Lock lock = locks.of((long) stripe << 32);
                    lock.lock();
                    try {
                        counts[stripe]++;
                    } finally {
                        lock.unlock();
                    }
                    if (i % 1_000 == 0) {
                        locks.passAll();
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertTrue(counts[0] + counts[1] + counts[2] + counts[3] == 80_000);
    }
}
