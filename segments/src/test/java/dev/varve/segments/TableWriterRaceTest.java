package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writers, readers, agents and expiry at once: what is visible is whole, wherever its bytes are at that moment. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TableWriterRaceTest {
    private static final int WRITERS = 3;
    private static final int READERS = 3;
    private static final int PUTS = 6_000;
    private static final int RECENT = 512;
    private static final long SEED = 20_261_130L;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicBoolean writing = new AtomicBoolean(true);
    private final AtomicBoolean running = new AtomicBoolean(true);
    private final AtomicLongArray recent = new AtomicLongArray(RECENT);
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong readsDone = new AtomicLong();
    private WriteRig rig;

    @Test
    void readersSeeWholeRecordsWhileChunksAndFilesChangeHands() throws Exception {
        rig = new WriteRig(
                new MemoryFileSystem(), 1, WritePool.BYTES_MIN, new TableWriteOptions(1L << 20, 0, true, true));
        List<Thread> agents = new ArrayList<>();
        for (ParkingAgent agent : rig.agents) {
            agents.add(start(() -> run(agent)));
        }
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            long seed = SEED + 100 + i;
            readers.add(start(() -> read(new Random(seed))));
        }
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            long seed = SEED + i;
            writers.add(start(() -> write(new Random(seed))));
        }
        Thread expiry = start(this::expire);
        for (Thread writer : writers) {
            writer.join();
        }
        writing.set(false);
        for (Thread reader : readers) {
            reader.join();
        }
        expiry.join();
        FlushWait wait = new FlushWait();
        rig.table.close(wait);
        wait.end();
        assertTrue(wait.await(30, TimeUnit.SECONDS), "seed " + SEED);
        running.set(false);
        agents.forEach(LockSupport::unpark);
        for (Thread agent : agents) {
            agent.join();
        }
        assertNull(failure.get(), () -> "seed " + SEED + ": " + failure.get());
        assertEquals(rig.pool.chunkCount(), rig.pool.chunksFree());
        assertTrue(readsDone.get() > 0);
    }

    private interface Body {
        void run() throws Exception;
    }

    private Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                writing.set(false);
            }
        });
        thread.start();
        return thread;
    }

    private void run(ParkingAgent agent) throws Exception {
        Thread self = Thread.currentThread();
        agent.wakeup(() -> LockSupport.unpark(self));
        while (running.get() && failure.get() == null) {
            if (agent.doWork() == 0) {
                LockSupport.parkNanos(Math.min(agent.parkNanos(), 10_000_000));
            }
        }
    }

    /** A value tells by its first bytes how the others follow, so that a reader needs no copy to compare with. */
    private static void fill(byte[] value, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) random.nextInt();
        }
    }

    private void write(Random random) throws Exception {
        AppendRequest request = new AppendRequest();
        for (int i = 0; i < PUTS && failure.get() == null; i++) {
            byte[] value = new byte[random.nextInt(20) == 0 ? random.nextInt(200_000) : random.nextInt(2_000)];
            fill(value, random.nextLong());
            ByteBuffer key = ByteBuffer.wrap(new byte[16]);
            request.set(random.nextLong(), key, ByteBuffer.wrap(value)).times(rig.clock.nowMs(), 0);
            long address = rig.table.append(request);
            while (address < 0) {
                int more = (int) -address - request.chunksReserved();
                assertTrue(rig.pool.reserve(more, Long.MAX_VALUE));
                request.chunksReserved((int) -address);
                address = rig.table.append(request);
            }
            rig.pool.unreserve(request.chunksReserved());
            request.chunksReserved(0);
            recent.set((int) (next.getAndIncrement() % RECENT), address);
            if (i % 500 == 0) {
                FlushWait wait = new FlushWait();
                rig.table.flush(wait);
                wait.end();
                wait.await();
                assertTrue(rig.table.isDurable(address, request.recordEnd()));
            }
        }
    }

    private void read(Random random) throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(256 << 10).order(ByteOrder.LITTLE_ENDIAN);
        while (writing.get() && failure.get() == null) {
            long address = recent.get(random.nextInt(RECENT));
            Segment segment = address == 0 ? null : rig.segments.get(Address.sequence(address));
            if (segment == null || !segment.acquire()) {
                continue;
            }
            try {
                check(segment, Address.offset(address), bytes);
            } finally {
                segment.release();
            }
            readsDone.incrementAndGet();
        }
    }

    private static void check(Segment segment, long offset, ByteBuffer bytes) throws Exception {
        segment.read(offset, bytes.clear());
        Checksum checksum = new Checksum(segment.salt());
        String where = segment + " at " + offset;
        assertEquals(RecordLayout.headerCrc(bytes, 0), RecordLayout.headerCrc(checksum, bytes, 0, offset), where);
        int start = RecordLayout.keyStart(bytes, 0) + RecordLayout.keyLength(bytes, 0);
        int length = (int) RecordLayout.valueLength(bytes, 0);
        assertEquals(bytes.getInt(start + length), checksum.of(bytes, start, length), where);
    }

    private void expire() {
        while (writing.get() && failure.get() == null) {
            Segment[] all = rig.segments.snapshot();
            for (int i = 0; i < all.length - 6; i++) {
                if (all[i].isSealed()) {
                    rig.table.retire(all[i]);
                }
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
