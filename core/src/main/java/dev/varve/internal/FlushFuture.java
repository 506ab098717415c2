package dev.varve.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The future of a flush. The I/O agent that made the last byte durable calls {@link #finish(Throwable)}, which wakes the
 * threads that wait in {@code join} or {@code get} itself and leaves the rest to the callback thread: dependent stages are
 * user code, and one more thread switch would be the larger part of a short flush.
 *
 * <p>Finished by an I/O agent, once; used by any thread.
 */
public final class FlushFuture extends CompletableFuture<Void> {
    private static final Object DURABLE = new Object();

    private final Executor callbacks;
    private final AtomicReference<Waiter> waiters = new AtomicReference<>();
    /** Null until finished, then {@link #DURABLE} or what went wrong. */
    private volatile Object outcome;

    public FlushFuture(Executor callbacks) {
        this.callbacks = callbacks;
    }

    /** Says that all is durable (null), or what went wrong. Runs no user code and does not block. */
    public void finish(Throwable failure) {
        outcome = failure == null ? DURABLE : failure;
        // A thread that waited settles the future itself: waking the callback thread too would be wasted on most
        // flushes.
        if (!wakeWaiters() || getNumberOfDependents() > 0) {
            callbacks.execute(this::settle);
        }
    }

    private void settle() {
        if (outcome instanceof Throwable failure) {
            super.completeExceptionally(failure);
        } else {
            super.complete(null);
        }
    }

    @Override
    public Void join() {
        await(0, false);
        settleHere();
        if (super.isDone()) {
            return super.join();
        }
        if (outcome instanceof Throwable failure) {
            throw new CompletionException(failure);
        }
        return null;
    }

    @Override
    public Void get() throws InterruptedException, ExecutionException {
        if (await(0, true)) {
            settleHere();
            throw new InterruptedException();
        }
        return report();
    }

    @Override
    public Void get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        long nanos = unit.toNanos(timeout);
        if (nanos > 0 && await(nanos, true)) {
            settleHere();
            throw new InterruptedException();
        }
        if (!isDone()) {
            throw new TimeoutException();
        }
        return report();
    }

    private Void report() throws InterruptedException, ExecutionException {
        settleHere();
        if (super.isDone()) {
            return super.get();
        }
        if (outcome instanceof Throwable failure) {
            throw new ExecutionException(failure);
        }
        return null;
    }

    /**
     * Spares the callback thread the work where there are no stages, so that a caller who waited finds the future in order
     * by whatever method it asks next. Everyone who waited comes here before leaving.
     */
    private void settleHere() {
        if (outcome == null || super.isDone()) {
            return;
        }
        if (getNumberOfDependents() == 0) {
            settle();
        } else {
            callbacks.execute(this::settle);
        }
    }

    @Override
    public Void getNow(Void valueIfAbsent) {
        return isDone() ? join() : valueIfAbsent;
    }

    @Override
    public boolean isDone() {
        return outcome != null || super.isDone();
    }

    @Override
    public boolean isCompletedExceptionally() {
        return super.isDone() ? super.isCompletedExceptionally() : outcome instanceof Throwable;
    }

    // Whoever completes the future by hand, a timeout set on it included, must wake those who wait here too.

    @Override
    public boolean complete(Void value) {
        boolean first = super.complete(value);
        wakeWaiters();
        return first;
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        boolean first = super.completeExceptionally(failure);
        wakeWaiters();
        return first;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        wakeWaiters();
        return cancelled;
    }

    /** Waits until done, or for that long if not 0. Returns true if an interrupt ended the wait, else keeps the flag. */
    private boolean await(long nanos, boolean interruptibly) {
        if (isDone()) {
            return false;
        }
        Waiter waiter = new Waiter(nanos, interruptibly);
        Waiter next;
        do {
            next = waiters.get();
            waiter.next = next;
        } while (!waiters.compareAndSet(next, waiter));
        waiter.await();
        waiter.waits = false; // before the outcome is asked for: either this thread sees it, or who sets it sees this
        // One that polls with a short timeout must not leave a trail of waiters; others go when all is done.
        waiters.compareAndSet(waiter, waiter.next);
        return waiter.ended();
    }

    /** Answers whether there was one that waits still. */
    private boolean wakeWaiters() {
        boolean any = false;
        if (isDone()) {
            for (Waiter waiter = waiters.getAndSet(null); waiter != null; waiter = waiter.next) {
                any |= waiter.waits;
                LockSupport.unpark(waiter.thread);
            }
        }
        return any;
    }

    /** One thread's wait. A blocker, so that a pool whose worker waits here gets another thread meanwhile. */
    private final class Waiter implements ForkJoinPool.ManagedBlocker {
        private final Thread thread = Thread.currentThread();
        private final long nanos;
        private final boolean interruptibly;
        private final long start;
        private volatile boolean waits = true;
        private boolean interrupted;
        private Waiter next;

        Waiter(long nanos, boolean interruptibly) {
            this.nanos = nanos;
            this.interruptibly = interruptibly;
            start = nanos == 0 ? 0 : SystemClock.INSTANCE.monotonicNanos();
        }

        void await() {
            boolean managed = false;
            while (!managed) {
                try {
                    ForkJoinPool.managedBlock(this);
                    managed = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }

        boolean ended() {
            if (interrupted && !interruptibly) {
                thread.interrupt();
            }
            return interrupted && interruptibly;
        }

        @Override
        public boolean isReleasable() {
            if (isDone()) {
                return true;
            }
            if (Thread.interrupted()) {
                interrupted = true;
            }
            return interrupted && interruptibly || nanos != 0 && left() <= 0;
        }

        @Override
        public boolean block() {
            while (!isReleasable()) {
                if (nanos == 0) {
                    LockSupport.park(this);
                } else {
                    LockSupport.parkNanos(this, left());
                }
            }
            return true;
        }

        private long left() {
            return nanos - (SystemClock.INSTANCE.monotonicNanos() - start);
        }
    }
}
