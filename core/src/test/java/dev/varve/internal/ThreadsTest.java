package dev.varve.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.ChildJvm;
import dev.varve.segments.ParkingAgent;
import dev.varve.segments.Wakeup;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadsTest {
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Threads threads = new Threads((role, cause) -> failures.add(role + ": " + cause.getMessage()));

    @AfterEach
    void close() {
        threads.close();
    }

    /** Counts what it is told to do; plain fields, so that a lost or unordered wake-up shows. */
    private static class Worker implements Agent {
        final Semaphore cycles = new Semaphore(0);
        final AtomicReference<Thread> thread = new AtomicReference<>();
        final AtomicInteger closed = new AtomicInteger();

        @Override
        public void onStart() {
            thread.set(Thread.currentThread());
        }

        @Override
        public int doWork() throws Exception {
            cycles.release();
            return 0;
        }

        @Override
        public void onClose() {
            closed.incrementAndGet();
        }

        @Override
        public String roleName() {
            return "worker";
        }
    }

    private static void awaitParked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void threadsAreNamedDaemonsThatInheritNothing() throws InterruptedException {
        Worker worker = new Worker();
        ThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("opener's");
        AtomicReference<String> seen = new AtomicReference<>();
        threads.start(new Worker() {
            @Override
            public void onStart() {
                seen.set(local.get());
                worker.onStart();
            }

            @Override
            public int doWork() {
                worker.cycles.release();
                return 0;
            }
        });
        worker.cycles.acquire();
        assertEquals("varve-worker", worker.thread.get().getName());
        assertTrue(worker.thread.get().isDaemon());
        assertSame(Threads.class.getClassLoader(), worker.thread.get().getContextClassLoader());
        assertNull(seen.get());
    }

    @Test
    void idleAgentParksWithoutTimeoutUntilWoken() throws InterruptedException {
        Worker worker = new Worker();
        AgentThread thread = threads.start(worker);
        worker.cycles.acquire();
        awaitParked(worker.thread.get());
        assertEquals(0, worker.cycles.availablePermits());
        thread.wake();
        worker.cycles.acquire();
        awaitParked(worker.thread.get());
        assertEquals(0, worker.cycles.availablePermits());
    }

    @Test
    void interruptDoesNotMakeAnAgentSpin() throws InterruptedException {
        Worker worker = new Worker();
        threads.start(worker);
        worker.cycles.acquire();
        awaitParked(worker.thread.get());
        worker.thread.get().interrupt();
        while (worker.thread.get().isInterrupted()) {
            Thread.onSpinWait();
        }
        awaitParked(worker.thread.get());
    }

    @Test
    void noWakeUpIsLost() throws InterruptedException {
        // The ticket is a plain field that the agent reads: the signal alone must make it visible.
        int rounds = 200_000;
        long[] ticket = new long[1];
        Semaphore served = new Semaphore(0);
        AgentThread thread = threads.start(new Worker() {
            private long last;

            @Override
            public int doWork() {
                if (ticket[0] == last) {
                    return 0;
                }
                last = ticket[0];
                served.release();
                return 1;
            }
        });
        for (int i = 1; i <= rounds; i++) {
            ticket[0] = i;
            thread.wake();
            // A lost wake-up hangs here, and the test's timeout says so.
            served.acquire();
        }
        assertEquals(0, served.availablePermits());
    }

    @Test
    void noWakeUpOfManyThreadsIsLost() throws InterruptedException {
        Queue<Integer> queue = new ConcurrentLinkedQueue<>();
        int each = 50_000;
        CountDownLatch all = new CountDownLatch(4 * each);
        AgentThread thread = threads.start(new Worker() {
            @Override
            public int doWork() {
                if (queue.poll() == null) {
                    return 0;
                }
                all.countDown();
                return 1;
            }
        });
        List<Thread> givers = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread giver = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    queue.add(i);
                    thread.wake();
                }
            });
            giver.start();
            givers.add(giver);
        }
        for (Thread giver : givers) {
            giver.join();
        }
        all.await();
    }

    @Test
    void pacedAgentRunsWithoutBeingWoken() throws InterruptedException {
        Worker worker = new Worker();
        threads.start(worker, () -> 1_000);
        worker.cycles.acquire(100);
    }

    @Test
    void parkingAgentIsWokenByItsSignal() throws InterruptedException {
        Semaphore cycles = new Semaphore(0);
        AtomicReference<Wakeup> wakeup = new AtomicReference<>();
        AtomicReference<Thread> thread = new AtomicReference<>();
        threads.start(new ParkingAgent() {
            @Override
            public void wakeup(Wakeup given) {
                wakeup.set(given);
            }

            @Override
            public long parkNanos() {
                return Long.MAX_VALUE;
            }

            @Override
            public int doWork() {
                thread.set(Thread.currentThread());
                cycles.release();
                return 0;
            }

            @Override
            public String roleName() {
                return "parking";
            }
        });
        cycles.acquire();
        awaitParked(thread.get());
        wakeup.get().signal();
        cycles.acquire();
        awaitParked(thread.get());
        assertEquals(0, cycles.availablePermits());
    }

    @Test
    void failureIsReportedAndTheAgentGoesOnWhenWoken() throws InterruptedException {
        Worker worker = new Worker() {
            @Override
            public int doWork() throws Exception {
                super.doWork();
                throw new IllegalStateException("boom");
            }
        };
        AgentThread thread = threads.start(worker);
        worker.cycles.acquire();
        awaitParked(worker.thread.get());
        thread.wake();
        worker.cycles.acquire();
        awaitParked(worker.thread.get());
        assertEquals(List.of("worker: boom", "worker: boom"), List.copyOf(failures));
    }

    @Test
    void agentCanEndItself() throws InterruptedException {
        Worker worker = new Worker() {
            @Override
            public int doWork() {
                throw new AgentTerminationException();
            }
        };
        AgentThread thread = threads.start(worker);
        thread.close();
        assertEquals(1, worker.closed.get());
        assertTrue(failures.isEmpty());
    }

    @Test
    void closeEndsTheThreadOnceAndInOrder() throws InterruptedException {
        Worker worker = new Worker();
        AgentThread thread = threads.start(worker);
        worker.cycles.acquire();
        thread.close();
        assertFalse(worker.thread.get().isAlive());
        thread.close();
        threads.close();
        assertEquals(1, worker.closed.get());
    }

    @Test
    void closeFromTheThreadItselfDoesNotHang() throws InterruptedException {
        AtomicReference<AgentThread> self = new AtomicReference<>();
        CountDownLatch set = new CountDownLatch(1);
        Worker worker = new Worker() {
            @Override
            public int doWork() throws Exception {
                set.await();
                assertTrue(self.get().isCurrent());
                self.get().close();
                return super.doWork();
            }
        };
        self.set(threads.start(worker));
        assertFalse(self.get().isCurrent());
        set.countDown();
        self.get().close();
        assertEquals(1, worker.closed.get());
        assertTrue(failures.isEmpty(), failures::toString);
    }

    @Test
    void interruptedCloserWaitsAndKeepsItsFlag() throws InterruptedException {
        Worker worker = new Worker();
        AgentThread thread = threads.start(worker);
        worker.cycles.acquire();
        Thread.currentThread().interrupt();
        thread.close();
        assertTrue(Thread.interrupted());
        assertFalse(worker.thread.get().isAlive());
    }

    @Test
    void needsNoFlagAndPrintsNoWarning() {
        ChildJvm.Result result = new ChildJvm().run(ThreadsTest.class.getName());
        assertEquals("", result.err());
        assertEquals("worked", result.out().strip());
        assertEquals(0, result.exitCode());
    }

    /** What the child JVM runs: every piece that uses Agrona or hash4j, once. */
    public static void main(String[] args) {
        Threads own = new Threads((role, cause) -> cause.printStackTrace());
        Callbacks callbacks = new Callbacks();
        callbacks.start(own);
        FlushFuture future = new FlushFuture(callbacks);
        CountDownLatch done = new CountDownLatch(1);
        future.thenRun(done::countDown);
        future.finish(null);
        future.join();
        new KeyHasher(SystemRandom.INSTANCE.nextLong()).hash(new byte[32]);
        long millis = new StoreTime(SystemClock.INSTANCE, Long.MIN_VALUE, difference -> {}).now();
        own.close();
        System.out.println(done.getCount() == 0 && millis > 0 && JvmMemory.directMax() > 0 ? "worked" : "failed");
    }
}
