package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Home.class)
class RacesTest extends StoreTestBase {
    private static final int THREADS = 8;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    RacesTest(Home home) {
        super(home);
    }

    interface Body {
        void run(int thread) throws Exception;
    }

    /** Runs on several threads and fails with the first failure of any. */
    private void inThreads(int count, Body body) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            int id = t;
            Thread thread = new Thread(() -> {
                try {
                    body.run(id);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    @Test
    void ofThreadsThatPutOneKeyExactlyOneStoresIt() throws InterruptedException {
        int keys = 2_000;
        AtomicIntegerArray winners = new AtomicIntegerArray(keys);
        AtomicIntegerArray wins = new AtomicIntegerArray(keys);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        inThreads(THREADS, id -> {
            start.await();
            for (int i = 0; i < keys; i++) {
                byte[] value = ("value of " + id).getBytes();
                boolean stored = switch ((i + id) % 3) {
                    case 0 -> table.put(key(i), value);
                    case 1 -> table.put(direct(key(i)), direct(value));
                    default -> {
                        PutStream out = table.putStream(key(i), value.length, PutOptions.DEFAULTS);
                        out.write(value);
                        out.close();
                        yield out.stored();
                    }
                };
                if (stored) {
                    winners.set(i, id);
                    wins.incrementAndGet(i);
                }
                // Whoever lost sees the winner's value from then on.
                assertTrue(table.contains(key(i)));
            }
        });
        for (int i = 0; i < keys; i++) {
            assertEquals(1, wins.get(i), "key " + i);
            assertArrayEquals(("value of " + winners.get(i)).getBytes(), table.get(key(i)));
        }
        assertEquals(keys, table.keyCount());
        assertEquals(keys, table.countLive());
        assertEquals(keys, table.metrics().puts());
        assertEquals((long) keys * (THREADS - 1), table.metrics().get(Metric.PUTS_REFUSED));
    }

    @Test
    void putsRaceWithExpiryOfTheSameKey() throws InterruptedException {
        PutOptions brief = PutOptions.builder().ttl(Duration.ofSeconds(1)).build();
        AtomicInteger stored = new AtomicInteger();
        int rounds = 300;
        CyclicBarrier step = new CyclicBarrier(THREADS, () -> clock.advance(Duration.ofSeconds(1)));
        inThreads(THREADS, id -> {
            for (int i = 0; i < rounds; i++) {
                step.await();
                if (table.put(key(0), key(i), brief)) {
                    stored.incrementAndGet();
                }
                step.await();
            }
        });
        assertEquals(rounds, stored.get(), "one winner in every round");
    }

    @Test
    void writtenIsReadAtOnceByOthers() throws InterruptedException {
        AtomicLong last = new AtomicLong(-1);
        int count = 8_000;
        inThreads(5, id -> {
            if (id == 0) {
                for (int i = 0; i < count; i++) {
                    table.put(key(i), value(i, i % 3_000));
                    last.set(i);
                    if (i % 1_000 == 0) {
                        table.roll();
                    }
                }
                return;
            }
            Random random = new Random(id);
            ByteBuffer target = ByteBuffer.allocate(3_000);
            while (last.get() < count - 1) {
                long seen = last.get();
                if (seen < 0) {
                    continue;
                }
                int i = id < 3 ? (int) seen : random.nextInt((int) seen + 1);
                target.clear();
                assertEquals(i % 3_000, table.get(ByteBuffer.wrap(key(i)), target), "key " + i);
                assertEquals(ByteBuffer.wrap(value(i, i % 3_000)), target.flip());
            }
        });
    }

    @Test
    void readersNeverSeeHalfOfAnythingWhileSegmentsComeAndGo() throws InterruptedException {
        table.ttl(Duration.ofSeconds(20));
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger next = new AtomicInteger();
        inThreads(7, id -> {
            Random random = new Random(id);
            if (id == 0) {
                try {
                    for (int i = 0; i < 60; i++) {
                        clock.advance(Duration.ofSeconds(1));
                        store.expireNow();
                        table.flush().join();
                    }
                } finally {
                    stop.set(true);
                }
            } else if (id < 3) {
                while (!stop.get()) {
                    int i = next.getAndIncrement();
                    table.put(key(i), value(i, 20_000));
                }
            } else if (id < 6) {
                while (!stop.get()) {
                    int i = random.nextInt(next.get() + 1);
                    byte[] value = table.get(key(i));
                    if (value != null) {
                        assertArrayEquals(value(i, 20_000), value);
                    }
                }
            } else {
                while (!stop.get()) {
                    try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
                        while (cursor.next()) {
                            int i = Integer.parseInt(new String(cursor.key()).substring(4));
                            assertArrayEquals(value(i, 20_000), cursor.value());
                        }
                    }
                }
            }
        });
        clock.advance(Duration.ofSeconds(60));
        store.expireNow();
        store.expireNow();
        assertEquals(0, table.keyCount());
        assertNull(table.get(key(0)));
    }

    @Test
    void flushesOfManyThreadsAllComplete() throws InterruptedException {
        inThreads(THREADS, id -> {
            for (int i = 0; i < 100; i++) {
                table.put(key(id * 1_000 + i), value(i, 500));
                switch (i % 3) {
                    case 0 -> table.flush().join();
                    case 1 -> store.flush().get();
                    default -> table.put(key(500_000 + id * 1_000 + i), bytes("d"), PutOptions.DURABLE);
                }
            }
        });
        assertTrue(table.metrics().flushes() >= THREADS * 100);
    }

    @Test
    void interruptsDisturbNobodyElse() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            table.put(key(i), value(i, 50_000));
        }
        table.roll();
        table.flush().join();
        AtomicBoolean stop = new AtomicBoolean();
        inThreads(4, id -> {
            if (id == 0) {
                try {
                    for (int i = 0; i < 100; i++) {
                        Thread.currentThread().interrupt();
                        assertArrayEquals(value(i % 100, 50_000), table.get(key(i % 100)));
                        Thread.currentThread().interrupt();
                        putInterrupted(key(1_000 + i), value(i, 100));
                        table.flush().join();
                        assertTrue(Thread.interrupted());
                    }
                } finally {
                    stop.set(true);
                }
                return;
            }
            while (!stop.get()) {
                for (int i = 0; i < 100; i++) {
                    assertArrayEquals(value(i, 50_000), table.get(key(i)));
                }
            }
        });
        assertEquals(200, table.keyCount());
    }

    /** A put that need not wait takes no notice of an interrupt; one that must wait ends, and may be made again. */
    private void putInterrupted(byte[] key, byte[] value) {
        try {
            assertTrue(table.put(key, value));
        } catch (PutInterruptedException e) {
            assertTrue(Thread.interrupted());
            assertTrue(table.put(key, value));
            Thread.currentThread().interrupt();
        }
    }
}
