package dev.varve.internal;

import static dev.varve.internal.StoreRig.key;
import static dev.varve.internal.StoreRig.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.PutOptions;
import dev.varve.Table;
import dev.varve.TableOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many threads at once. */
class RaceTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final StoreRig rig = new StoreRig();

    @AfterEach
    void close() throws InterruptedException {
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(1, TimeUnit.MINUTES));
        rig.close();
    }

    private <T> List<T> all(int count, Callable<T> body) throws Exception {
        List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            running.add(threads.submit(body));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> each : running) {
            results.add(each.get(2, TimeUnit.MINUTES));
        }
        return results;
    }

    @Test
    void ofThreadsThatPutOneKeyExactlyOneStores() throws Exception {
        Table table = rig.open().table("t", TableOptions.defaults());
        int keys = 3000;
        AtomicIntegerArray stored = new AtomicIntegerArray(keys);
        AtomicIntegerArray winner = new AtomicIntegerArray(keys);
        AtomicInteger names = new AtomicInteger();
        CyclicBarrier start = new CyclicBarrier(8);
        all(8, () -> {
            int me = names.getAndIncrement();
            start.await();
            for (int i = 0; i < keys; i++) {
                int length = i % 1000 == 7 ? 200_000 : 20;
                if (table.put(key(i), value(me, length), i % 50 == 0 ? PutOptions.DURABLE : PutOptions.DEFAULTS)) {
                    stored.incrementAndGet(i);
                    winner.set(i, me);
                }
                assertTrue(table.contains(key(i)));
            }
            return null;
        });
        for (int i = 0; i < keys; i++) {
            assertEquals(1, stored.get(i));
            assertArrayEquals(value(winner.get(i), i % 1000 == 7 ? 200_000 : 20), table.get(key(i)));
        }
        assertEquals(keys, table.keyCount());
        Table again = rig.reopen().table("t");
        for (int i = 0; i < keys; i++) {
            assertArrayEquals(value(winner.get(i), i % 1000 == 7 ? 200_000 : 20), again.get(key(i)));
        }
    }

    @Test
    void ofLargePutsOfOneKeyExactlyOneStores() throws Exception {
        Table table = rig.open().table("t", TableOptions.defaults());
        AtomicInteger names = new AtomicInteger();
        for (int round = 0; round < 5; round++) {
            byte[] key = key(round);
            CyclicBarrier start = new CyclicBarrier(4);
            List<Boolean> answers = all(4, () -> {
                byte[] value = value(names.incrementAndGet(), names.get() % 2 == 0 ? 3 << 20 : 30);
                start.await();
                return table.put(key, value);
            });
            assertEquals(1, answers.stream().filter(each -> each).count());
        }
        assertEquals(5, table.keyCount());
        assertEquals(5, table.countLive());
    }

    @Test
    void readersSeeWhatWritersPutWhileSegmentsRollAndExpire() throws Exception {
        Table table = rig.open()
                .table(
                        "t",
                        TableOptions.ttl(Duration.ofMinutes(5))
                                .segmentBytes(1 << 20)
                                .build());
        int writers = 3;
        int perWriter = 4000;
        AtomicInteger names = new AtomicInteger();
        AtomicIntegerArray done = new AtomicIntegerArray(writers);
        AtomicInteger running = new AtomicInteger(writers);
        List<Callable<Object>> bodies = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
            bodies.add(() -> {
                int me = names.getAndIncrement();
                for (int i = 0; i < perWriter; i++) {
                    int number = me * perWriter + i;
                    assertTrue(table.put(key(number), value(number, number % 4000)));
                    done.set(me, i + 1);
                    if (i % 400 == 0) {
                        table.flush().join();
                        rig.advance(Duration.ofSeconds(2));
                    }
                }
                running.decrementAndGet();
                return null;
            });
        }
        for (int r = 0; r < 3; r++) {
            bodies.add(() -> {
                java.util.Random random = new java.util.Random(r(Thread.currentThread()));
                while (running.get() > 0) {
                    int me = random.nextInt(writers);
                    int upTo = done.get(me);
                    if (upTo > 0) {
                        int number = me * perWriter + random.nextInt(upTo);
                        assertArrayEquals(value(number, number % 4000), table.get(key(number)));
                    }
                }
                return null;
            });
        }
        bodies.add(() -> {
            while (running.get() > 0) {
                rig.store().expireNow();
            }
            return null;
        });
        List<Future<Object>> all = new ArrayList<>();
        bodies.forEach(body -> all.add(threads.submit(body)));
        for (Future<Object> each : all) {
            each.get(2, TimeUnit.MINUTES);
        }
        rig.advance(Duration.ofMinutes(6));
        rig.store().expireNow();
        assertEquals(0, table.keyCount());
        assertNull(table.get(key(1)));
    }

    private static long r(Thread thread) {
        return thread.getName().hashCode();
    }

    @Test
    void closeUnderLoadNeitherHangsNorLosesWhatWasFlushed() throws Exception {
        for (int round = 0; round < 5; round++) {
            Table table = rig.open().table("t" + round, TableOptions.defaults());
            AtomicInteger names = new AtomicInteger();
            AtomicIntegerArray flushed = new AtomicIntegerArray(32);
            CyclicBarrier start = new CyclicBarrier(33);
            List<Future<Object>> running = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                running.add(threads.submit(() -> {
                    int me = names.getAndIncrement();
                    start.await();
                    try {
                        work(table, me, flushed);
                    } catch (IllegalStateException | java.util.concurrent.CompletionException e) {
                        assertFalse(String.valueOf(e).contains("fault"), () -> "" + e);
                    }
                    return null;
                }));
            }
            start.await();
            while (flushed.get(0) < 20) {
                Thread.onSpinWait();
            }
            rig.store().close();
            for (Future<Object> each : running) {
                each.get(1, TimeUnit.MINUTES);
            }
            Table again = rig.open().table("t" + round);
            for (int me = 0; me < 32; me++) {
                for (int i = 0; i < flushed.get(me); i++) {
                    assertArrayEquals(value(i, 50), again.get(key(me * 1_000_000 + i)));
                }
            }
            rig.store().close();
        }
    }

    private static void work(Table table, int me, AtomicIntegerArray flushed) {
        for (int i = 0; i < 1_000_000; i++) {
            byte[] key = key(me * 1_000_000 + i);
            table.put(key, value(i, 50));
            switch (me % 4) {
                case 0 -> {
                    table.flush().join();
                    flushed.set(me, i + 1);
                }
                case 1 -> table.get(key(i));
                case 2 -> table.read(key(i), buffer -> buffer.remaining());
                default -> table.contains(key);
            }
        }
    }
}
