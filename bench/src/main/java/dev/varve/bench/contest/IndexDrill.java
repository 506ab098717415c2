package dev.varve.bench.contest;

import dev.varve.bench.load.Keys;
import dev.varve.bench.report.LatencyRange;
import dev.varve.index.CandidateVisitor;
import dev.varve.index.Generation;
import dev.varve.index.IndexStatistics;
import dev.varve.index.InsertResult;
import dev.varve.index.Preparation;
import dev.varve.index.SlabPool;
import dev.varve.index.TableIndex;

/**
 * The index alone, with made-up hashes and addresses: so many keys are live, and as new ones come the oldest go, segment by
 * segment. What an agent does beside the writers in a store happens in between here, so inserts carry its cost. For one
 * thread.
 */
public final class IndexDrill implements AutoCloseable {
    private static final int KEYS_PER_SEGMENT = 100_000;
    private static final int RUN = 256;
    private static final int SEQUENCE_SHIFT = 28;
    private static final long FIRST_PLACE = 1024;
    private static final long RECORD_PLACES = 17;

    private final TableIndex index;
    private final long liveKeys;
    private final Expected expected = new Expected();
    private long inserted;
    private int generationsDropped;

    /** Takes the one address it waits for. */
    private static final class Expected implements CandidateVisitor {
        private long address;

        @Override
        public boolean candidate(long candidate) {
            return candidate == address;
        }
    }

    /**
     * An empty index.
     *
     * @param liveKeys how many keys are kept
     * @param bytesMax bound of its memory
     */
    public IndexDrill(long liveKeys, long bytesMax) {
        this.liveKeys = liveKeys;
        index = new TableIndex(new SlabPool(bytesMax));
    }

    private static long sequence(long number) {
        return 1 + number / KEYS_PER_SEGMENT;
    }

    private static long address(long number) {
        return sequence(number) << SEQUENCE_SHIFT | FIRST_PLACE + number % KEYS_PER_SEGMENT * RECORD_PLACES;
    }

    private long oldest() {
        return Math.max(0, inserted - liveKeys);
    }

    /** Inserts the next key; first makes room for it if there is none. */
    public void insert() {
        while (!index.hasRoom()) {
            grow();
        }
        InsertResult result = index.insert(Keys.mix(inserted), address(inserted));
        if (result != InsertResult.INSERTED) {
            throw new IllegalStateException("insert " + inserted + " was " + result);
        }
        inserted++;
        if (inserted > liveKeys && oldest() % KEYS_PER_SEGMENT == 0) {
            expire();
        }
    }

    /** The oldest segment has gone. */
    private void expire() {
        long lowestLive = sequence(oldest());
        generationsDropped += index.dropDead((lowest, highest) -> highest >= lowestLive);
        index.noteLive(liveKeys);
        if (index.needsNext()) {
            prepare();
        }
    }

    private void grow() {
        prepare();
        Generation frozen = index.publishNext(sequence(inserted));
        if (frozen != null) {
            index.settle(frozen);
        }
    }

    private void prepare() {
        Preparation step = Preparation.MORE;
        while (step == Preparation.MORE) {
            step = index.prepareStep(oldest() > 0 ? liveKeys : TableIndex.GROWING);
        }
        if (step == Preparation.REFUSED) {
            throw new IllegalStateException(
                    "no memory for the next generation of at least " + index.bytesRefused() + " bytes");
        }
    }

    /** {@return inserts of new keys, which make room for themselves} */
    public Crew.Task inserts() {
        return (thread, latencies) -> {
            long start = System.nanoTime();
            insert();
            latencies.recordValue(LatencyRange.clampFine(System.nanoTime() - start));
            for (int i = 1; i < RUN; i++) {
                insert();
            }
            return RUN;
        };
    }

    /** {@return look-ups of live keys} */
    public RandomReads.Read hit() {
        return number -> {
            long live = oldest() + number % liveKeys;
            expected.address = address(live);
            if (index.lookUp(Keys.mix(live), expected) != expected.address) {
                throw new IllegalStateException("key " + live + " is not in the index");
            }
        };
    }

    /** {@return look-ups of keys that never were} */
    public RandomReads.Read miss() {
        return number -> {
            expected.address = -1;
            if (index.lookUp(Keys.mix(-1 - number), expected) != 0) {
                throw new IllegalStateException("a key that never was is in the index");
            }
        };
    }

    /** {@return generations that went whole} */
    public int generationsDropped() {
        return generationsDropped;
    }

    /** {@return live keys} */
    public long liveKeys() {
        return inserted - oldest();
    }

    /** {@return what the index says of itself} */
    public IndexStatistics statistics() {
        return index.statistics();
    }

    @Override
    public void close() {
        index.close();
    }
}
