package dev.varve.segments;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The store's bounded supply of chunks: the one place that bounds the memory of data not yet durable, and so where a
 * writer that outruns the drives is made to wait.
 *
 * <p>A writer reserves chunks before it takes any other lock, waiting first come, first served; {@link #take()} then cannot
 * fail. Chunks come back when their bytes are durable. All state is guarded by one lock, which is taken once for each chunk
 * and not for each record. Chunks are allocated (and so touched) ahead by {@link #touchOne()}, at latest when they are taken.
 */
public final class WritePool {
    /** Shortest and longest chunk, in bytes. */
    public static final int CHUNK_LENGTH_MIN = 64 << 10;

    public static final int CHUNK_LENGTH_MAX = 2 << 20;

    /** Smallest pool, in bytes: what a few lanes of shortest chunks need. */
    public static final long BYTES_MIN = 4L << 20;

    private static final int CHUNKS_WANTED = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private final ArrayDeque<Chunk> free = new ArrayDeque<>();
    private final KeyDirectoryPool keyDirectories = new KeyDirectoryPool();
    private final int chunkLength;
    private final int chunkCount;
    private final MillisClock clock;

    private int allocated;
    private int reserved;
    private int inUse;
    private long waitCount;
    private long waitNanos;
    /** Read without the lock by lanes that decide whether to write chunks that are not full. */
    private volatile boolean isShort;

    private volatile Wakeup onShort = () -> {};

    /**
     * @param bytesMax bytes of all chunks together; at least {@link #BYTES_MIN}
     */
    public WritePool(long bytesMax, MillisClock clock) {
        if (bytesMax < BYTES_MIN) {
            throw new IllegalArgumentException(
                    "write buffer of " + bytesMax + " bytes is below the minimum of " + BYTES_MIN + " bytes");
        }
        this.clock = clock;
        long wanted = Math.min(CHUNK_LENGTH_MAX, Math.max(CHUNK_LENGTH_MIN, bytesMax / CHUNKS_WANTED));
        chunkLength = (int) Blocks.floor(wanted);
        chunkCount = (int) Math.min(Integer.MAX_VALUE, bytesMax / chunkLength);
    }

    public int chunkLength() {
        return chunkLength;
    }

    public int chunkCount() {
        return chunkCount;
    }

    /** What segments gather their records' hashes in. */
    KeyDirectoryPool keyDirectories() {
        return keyDirectories;
    }

    public long bytesMax() {
        return (long) chunkLength * chunkCount;
    }

    /** The longest record that goes through chunks, in bytes; a longer one would hold too much of the pool at once. */
    public long recordLengthMax() {
        return (long) chunkLength * (chunkCount / 4);
    }

    /** How many chunks a record of this length may need at worst. */
    public int chunksFor(long recordLength) {
        return (int) ((recordLength + FileSystem.BLOCK - 1 + chunkLength - 1) / chunkLength);
    }

    /** Called (by any thread, without locks) when writers begin to wait; lanes then write out chunks that are not full. */
    public void onShort(Wakeup wakeup) {
        onShort = wakeup;
    }

    /**
     * Reserves chunks, waiting in line for them.
     *
     * @param chunks how many, at most half the pool
     * @param timeoutNanos how long to wait; {@link Long#MAX_VALUE} for ever
     * @return false when the time was up; nothing is reserved then
     */
    public boolean reserve(int chunks, long timeoutNanos) throws InterruptedException {
        if (chunks > chunkCount / 2) {
            throw new IllegalArgumentException(chunks + " chunks are more than half of the pool's " + chunkCount);
        }
        // An interrupt counts only once there is something to wait for.
        lock.lock();
        Waiter waiter;
        try {
            if (waiters.isEmpty() && hasFree(chunks)) {
                reserved += chunks;
                return true;
            }
            waiter = new Waiter(chunks, lock.newCondition());
            waiters.addLast(waiter);
            isShort = true;
            waitCount++;
        } finally {
            lock.unlock();
        }
        onShort.signal();
        return waitInLine(waiter, timeoutNanos);
    }

    private boolean waitInLine(Waiter waiter, long timeoutNanos) throws InterruptedException {
        long start = clock.nanoTime();
        lock.lock();
        try {
            long left = timeoutNanos;
            while (!waiter.granted) {
                if (left <= 0) {
                    leaveLine(waiter);
                    isShort = true; // until a chunk comes back: who did not wait was refused all the same
                    return false;
                }
                left = timeoutNanos == Long.MAX_VALUE ? awaitForever(waiter) : waiter.turn.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException e) {
            if (waiter.granted) {
                reserved -= waiter.chunks;
                grant();
            } else {
                leaveLine(waiter);
            }
            throw e;
        } finally {
            waitNanos += clock.nanoTime() - start;
            lock.unlock();
        }
    }

    private static long awaitForever(Waiter waiter) throws InterruptedException {
        waiter.turn.await();
        return Long.MAX_VALUE;
    }

    private void leaveLine(Waiter waiter) {
        waiters.remove(waiter);
        grant();
    }

    /**
     * Reserves chunks beyond the pool's bound, for what must go on before any chunk can come back: the records of a lane that
     * failed, which may hold them all. The pool is that much larger until they are back.
     */
    public void overdraw(int chunks) {
        lock.lock();
        try {
            reserved += chunks;
        } finally {
            lock.unlock();
        }
    }

    /** Gives back reservations that were not used. */
    public void unreserve(int chunks) {
        if (chunks == 0) {
            return;
        }
        lock.lock();
        try {
            reserved -= chunks;
            assert reserved >= 0 : reserved;
            grant();
        } finally {
            lock.unlock();
        }
    }

    /** Turns one reservation into a chunk. */
    Chunk take() {
        lock.lock();
        try {
            assert reserved > 0 : "a chunk is taken that was not reserved";
            reserved--;
            inUse++;
            Chunk chunk = free.pollLast();
            if (chunk != null) {
                return chunk;
            }
            allocated++;
        } finally {
            lock.unlock();
        }
        return new Chunk(chunkLength);
    }

    /** Takes a chunk back; its bytes are durable, or nobody needs them any more. */
    void give(Chunk chunk) {
        chunk.end();
        lock.lock();
        try {
            inUse--;
            free.addLast(chunk);
            grant();
        } finally {
            lock.unlock();
        }
    }

    private boolean hasFree(int chunks) {
        return chunkCount - inUse - reserved >= chunks;
    }

    /** Serves the line from its head, never past one who does not fit, so that large values are not starved by small ones. */
    private void grant() {
        Waiter head = waiters.peekFirst();
        while (head != null && hasFree(head.chunks)) {
            waiters.removeFirst();
            reserved += head.chunks;
            head.granted = true;
            head.turn.signal();
            head = waiters.peekFirst();
        }
        isShort = head != null;
    }

    /** Whether writers wait. */
    boolean isShort() {
        return isShort;
    }

    /**
     * Allocates one more chunk ahead of its first use; false when all are there. A writer that comes between allocates for
     * itself, so there may be one chunk more than the pool ever hands out.
     */
    public boolean touchOne() {
        lock.lock();
        try {
            if (allocated >= chunkCount) {
                return false;
            }
            allocated++;
        } finally {
            lock.unlock();
        }
        Chunk chunk = new Chunk(chunkLength);
        lock.lock();
        try {
            free.addFirst(chunk);
        } finally {
            lock.unlock();
        }
        return true;
    }

    public int chunksFree() {
        lock.lock();
        try {
            return chunkCount - inUse - reserved;
        } finally {
            lock.unlock();
        }
    }

    /** How many reservations had to wait, since the pool was made. */
    public long waitCount() {
        lock.lock();
        try {
            return waitCount;
        } finally {
            lock.unlock();
        }
    }

    /** How long reservations have waited in all, in nanoseconds; a wait counts when it ends. */
    public long waitNanos() {
        lock.lock();
        try {
            return waitNanos;
        } finally {
            lock.unlock();
        }
    }

    public int waiters() {
        lock.lock();
        try {
            return waiters.size();
        } finally {
            lock.unlock();
        }
    }

    private static final class Waiter {
        final int chunks;
        final Condition turn;
        boolean granted;

        Waiter(int chunks, Condition turn) {
            this.chunks = chunks;
            this.turn = turn;
        }
    }
}
