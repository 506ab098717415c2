package dev.varve.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers against inserts, publications, drops, and slabs that go from one table to another. */
@Timeout(120)
class ConcurrencyTest {
    private static final long SEED = Long.getLong("varve.seed", System.nanoTime());
    private static final int WRITERS = 3;
    private static final int READERS = 3;
    private static final int STRIPES = 64;
    private static final int RECORDS = 1_500_000;
    private static final int SEGMENT = 4_000;

    private final SlabPool pool = new SlabPool(16 << 20);
    private final TableIndex index = new TableIndex(pool);
    private final Lock[] stripes = new Lock[STRIPES];
    /** The key of each record, in order of appending; 0 where none is yet. */
    private final AtomicLongArray records = new AtomicLongArray(RECORDS);

    private final AtomicLong appended = new AtomicLong();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private volatile long lowestLiveSequence;
    private int live;
    private int dropped;
    private volatile int writersLeft = WRITERS;
    private volatile boolean growthWanted = true;

    /** The second time with generations that have a buffer and a filter. */
    @ParameterizedTest
    @ValueSource(ints = {60_000, 600_000})
    void everythingLiveIsFoundAndNothingElse(int liveKeys) throws InterruptedException {
        live = liveKeys;
        System.out.println("varve.seed=" + SEED);
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new ReentrantLock();
        }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            long keys = (long) (i + 1) << 40;
            threads.add(new Thread(() -> write(keys), "writer " + i));
        }
        for (int i = 0; i < READERS; i++) {
            Random random = new Random(SEED + i);
            threads.add(new Thread(() -> read(random), "reader " + i));
        }
        threads.add(new Thread(this::runAgent, "index agent"));
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((where, failure) -> {
                failures.add(failure);
                writersLeft = 0;
            });
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), failures);
        checkAllLive();
        assertTrue(dropped > (live < RECORDS / 20 ? 20 : 0), "dropped: " + dropped);
        assertTrue(index.generations().size() < 10, () -> index.statistics().toString());
        index.close();
        assertEquals(0, pool.bytesUsed());
    }

    private void write(long firstKey) {
        Visitor visitor = new Visitor();
        for (long key = firstKey; writersLeft > 0; key++) {
            long hash = TestTable.mix(key);
            visitor.wanted = key;
            Lock stripe = stripes[TableIndex.stripe(hash) & STRIPES - 1];
            while (!index.hasRoom()) {
                growthWanted = true;
                Thread.onSpinWait();
            }
            stripe.lock();
            try {
                assertEquals(0, index.lookUp(hash, visitor));
                long record = appended.getAndIncrement();
                if (record >= RECORDS) {
                    break;
                }
                records.set((int) record, key);
                InsertResult result = index.insert(hash, address(record));
                if (result != InsertResult.INSERTED) {
                    throw new AssertionError(result + " for record " + record);
                }
                if (record % 16 == 0) {
                    assertEquals(address(record), index.lookUp(hash, visitor));
                }
            } finally {
                stripe.unlock();
            }
        }
        synchronized (this) {
            writersLeft--;
        }
    }

    private void read(Random random) {
        Visitor visitor = new Visitor();
        while (writersLeft > 0) {
            long end = Math.min(appended.get(), RECORDS) - WRITERS;
            if (end <= 0) {
                continue;
            }
            long record = Math.max(0, end - 1 - random.nextInt(live + live / 4));
            long key = records.get((int) record);
            boolean settled = key != 0 && waitForInsert(key);
            visitor.wanted = settled ? key : -1 - record;
            long found = index.lookUp(TestTable.mix(visitor.wanted), visitor);
            long expected = settled ? address(record) : 0;
            if (found != expected && !(found == 0 && isRetired(expected))) {
                throw new AssertionError("record " + record + ": expected " + expected + ", found " + found);
            }
        }
    }

    /** Passes the key's stripe, after which a record that was appended before is in the index. */
    private boolean waitForInsert(long key) {
        Lock stripe = stripes[TableIndex.stripe(TestTable.mix(key)) & STRIPES - 1];
        stripe.lock();
        stripe.unlock();
        return true;
    }

    /** Grows and expires this table, and lets another one churn through the same slabs. */
    private void runAgent() {
        try (TableIndex other = new TableIndex(pool)) {
            Random random = new Random(SEED);
            while (writersLeft > 0) {
                if (growthWanted || index.needsNext()) {
                    growthWanted = false;
                    grow();
                }
                expire();
                churn(other, random);
            }
        }
    }

    private void grow() {
        if (index.prepareStep(live) == Preparation.READY && !index.hasRoom()) {
            Generation frozen = index.publishNext(sequence(appended.get()));
            if (frozen != null) {
                passStripes();
                index.settle(frozen);
            }
        }
    }

    private void passStripes() {
        for (Lock stripe : stripes) {
            stripe.lock();
            stripe.unlock();
        }
    }

    private void expire() {
        long lowest = sequence(Math.max(0, Math.min(appended.get(), RECORDS) - live));
        if (lowest > lowestLiveSequence) {
            lowestLiveSequence = lowest;
            dropped += index.dropDead((first, last) -> last >= lowest);
        }
    }

    private static void churn(TableIndex other, Random random) {
        Preparation state = other.prepareStep(random.nextInt(100_000));
        if (state == Preparation.READY) {
            Generation frozen = other.publishNext(random.nextInt(1 << 20));
            if (frozen != null) {
                other.settle(frozen);
                other.dropDead((first, last) -> false);
            }
            for (int i = 0; other.hasRoom() && i < 20_000; i++) {
                other.insert(random.nextLong(), IndexLayout.address(random.nextInt(1 << 20), 8192));
            }
        }
    }

    private void checkAllLive() {
        Visitor visitor = new Visitor();
        for (int record = 0; record < RECORDS; record++) {
            if (!isRetired(address(record))) {
                visitor.wanted = records.get(record);
                assertEquals(address(record), index.lookUp(TestTable.mix(visitor.wanted), visitor));
            }
        }
    }

    private boolean isRetired(long address) {
        return IndexLayout.sequence(address) < lowestLiveSequence;
    }

    private static long sequence(long record) {
        return 1000 + record / SEGMENT;
    }

    private static long address(long record) {
        return IndexLayout.address(sequence(record), 8192 + record % SEGMENT * 64);
    }

    private final class Visitor implements CandidateVisitor {
        private long wanted;

        @Override
        public boolean candidate(long address) {
            if (isRetired(address)) {
                return false;
            }
            long record = (IndexLayout.sequence(address) - 1000) * SEGMENT + (IndexLayout.offset(address) - 8192) / 64;
            return record >= 0 && record < RECORDS && records.get((int) record) == wanted;
        }
    }
}
