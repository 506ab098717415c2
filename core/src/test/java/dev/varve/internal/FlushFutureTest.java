package dev.varve.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.StoreFaultException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FlushFutureTest {
    /** Stands for a callback thread that does not get round to it. */
    private final Queue<Runnable> callbacks = new ArrayDeque<>();

    private final FlushFuture future = new FlushFuture(callbacks::add);
    private final StoreFaultException fault = new StoreFaultException("gone", null);

    private void runCallbacks() {
        for (Runnable next = callbacks.poll(); next != null; next = callbacks.poll()) {
            next.run();
        }
    }

    /** A thread that has gone to wait, and what came of it. */
    private static final class Waiting {
        private final AtomicReference<Object> outcome = new AtomicReference<>();
        private final Thread thread;

        interface Wait {
            Object run() throws Exception;
        }

        Waiting(Wait wait) {
            thread = new Thread(() -> {
                try {
                    outcome.set(String.valueOf(wait.run()));
                } catch (Throwable e) {
                    outcome.set(e);
                }
            });
            thread.start();
        }

        Waiting parked() {
            while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            return this;
        }

        Object outcome() throws InterruptedException {
            thread.join();
            return outcome.get();
        }
    }

    @Test
    void waitersDoNotNeedTheCallbackThread() throws Exception {
        List<Waiting> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(new Waiting(future::join).parked());
            all.add(new Waiting(future::get).parked());
            all.add(new Waiting(() -> future.get(1, TimeUnit.HOURS)).parked());
        }
        assertFalse(future.isDone());
        future.finish(null);
        for (Waiting waiting : all) {
            assertEquals("null", waiting.outcome());
        }
        assertTrue(future.isDone());
        assertNull(future.join());
        assertNull(future.get());
        assertNull(future.getNow(null));
        assertFalse(future.isCompletedExceptionally());
    }

    @Test
    void stagesRunOnTheCallbackThreadOnly() throws Exception {
        List<String> ran = new ArrayList<>();
        CompletableFuture<Void> stage = future.thenRun(() -> ran.add("stage"));
        Waiting waiting = new Waiting(future::join).parked();
        future.finish(null);
        assertEquals("null", waiting.outcome());
        assertNull(future.join());
        assertTrue(future.isDone());
        assertEquals(List.of(), ran, "neither the agent nor a waiter runs user code");
        runCallbacks();
        assertEquals(List.of("stage"), ran);
        assertTrue(stage.isDone());
    }

    @Test
    void failureReachesEveryone() throws Exception {
        CompletableFuture<String> stage = future.handle((nothing, e) -> String.valueOf(e.getMessage()));
        Waiting joining = new Waiting(future::join).parked();
        Waiting getting = new Waiting(future::get).parked();
        future.finish(fault);
        assertSame(fault, ((CompletionException) joining.outcome()).getCause());
        assertSame(fault, ((ExecutionException) getting.outcome()).getCause());
        assertTrue(future.isCompletedExceptionally());
        assertSame(fault, assertThrows(CompletionException.class, future::join).getCause());
        assertSame(
                fault,
                assertThrows(CompletionException.class, () -> future.getNow(null))
                        .getCause());
        runCallbacks();
        assertEquals("gone", stage.join());
        assertSame(fault, assertThrows(CompletionException.class, future::join).getCause());
        assertSame(fault, assertThrows(ExecutionException.class, future::get).getCause());
    }

    @Test
    void interruptEndsGetAndNotJoin() throws Exception {
        Waiting getting = new Waiting(future::get).parked();
        getting.thread.interrupt();
        assertTrue(getting.outcome() instanceof InterruptedException);
        Waiting joining =
                new Waiting(() -> future.join() + " " + Thread.currentThread().isInterrupted()).parked();
        joining.thread.interrupt();
        joining.parked();
        future.finish(null);
        assertEquals("null true", joining.outcome(), "the flag is kept");
    }

    @Test
    void timedGetGivesUpAndLeavesNothingBehind() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            assertThrows(TimeoutException.class, () -> future.get(1, TimeUnit.NANOSECONDS));
        }
        assertThrows(TimeoutException.class, () -> future.get(0, TimeUnit.SECONDS));
        assertThrows(TimeoutException.class, () -> future.get(-1, TimeUnit.SECONDS));
        future.finish(null);
        assertNull(future.get(0, TimeUnit.SECONDS));
    }

    @Test
    void timeoutSetOnTheFutureEndsJoin() throws Exception {
        Waiting joining = new Waiting(future::join).parked();
        future.orTimeout(1, TimeUnit.MILLISECONDS);
        assertTrue(((CompletionException) joining.outcome()).getCause() instanceof TimeoutException);
        future.finish(null);
        assertThrows(CompletionException.class, future::join);
    }

    @Test
    void cancelEndsJoin() throws Exception {
        Waiting joining = new Waiting(future::join).parked();
        assertTrue(future.cancel(true));
        assertTrue(joining.outcome() instanceof CancellationException);
        assertTrue(future.isCancelled());
        future.finish(null);
        runCallbacks();
        assertTrue(future.isCancelled());
    }

    @Test
    void completedByHandEndsJoin() throws Exception {
        Waiting joining = new Waiting(future::join).parked();
        assertTrue(future.complete(null));
        assertEquals("null", joining.outcome());
    }

    @Test
    void combinesWithOtherFutures() {
        FlushFuture other = new FlushFuture(callbacks::add);
        CompletableFuture<Void> both = CompletableFuture.allOf(future, other);
        future.finish(null);
        runCallbacks();
        assertFalse(both.isDone());
        other.finish(null);
        runCallbacks();
        assertNull(both.join());
    }

    @Test
    void finishRacesWithWaiters() throws Exception {
        for (int i = 0; i < 3_000; i++) {
            FlushFuture racing = new FlushFuture(Runnable::run);
            Waiting joining = new Waiting(racing::join);
            racing.finish(null);
            assertEquals("null", joining.outcome());
        }
    }
}
