package dev.varve.internal;

import dev.varve.index.Generation;
import dev.varve.index.Preparation;
import dev.varve.segments.Address;
import dev.varve.segments.KeyDirectoryChain;
import dev.varve.segments.SegmentFileScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Inserts at open the records that no index file has: from key directories, and by a scan of what these do not cover, several
 * segments at once. Nothing is put meanwhile.
 *
 * <p>Inserts go on under the read lock; a generation that is full is replaced under the write lock, so that every batch goes
 * into one generation and it is known which records that one holds.
 */
final class IndexRebuild {
    private static final int BATCH = 8192;

    private final TableCore table;
    private final IndexClaims claims;
    private final IndexFiles files;
    private final ReentrantReadWriteLock generationLock = new ReentrantReadWriteLock();
    private final ConcurrentLinkedQueue<SegmentFileScan> scans = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<IOException> failures = new ConcurrentLinkedQueue<>();
    /** What the newest generation got from this rebuild. Under its own monitor. */
    private final List<IndexClaims.Claim> done = new ArrayList<>();

    private long expected;

    IndexRebuild(TableCore table, IndexClaims claims, IndexFiles files) {
        this.table = table;
        this.claims = claims;
        this.files = files;
    }

    void run(List<IndexLoading.Missing> missing) throws IOException {
        if (missing.isEmpty()) {
            return;
        }
        for (IndexLoading.Missing each : missing) {
            expected += share(each);
        }
        missing.parallelStream()
                .filter(range -> !table.expiry.isOver(range.segment(), table.time.now()))
                .forEach(this::rebuild);
        if (!failures.isEmpty()) {
            throw failures.peek();
        }
        claims.addToNewest(done);
    }

    /** How many values a range of a segment has, about. */
    private static long share(IndexLoading.Missing range) {
        double part = (double) (range.to() - range.from())
                / Math.max(1, range.segment().dataEnd());
        return (long) Math.ceil(range.segment().tally().valueCount() * part);
    }

    private void rebuild(IndexLoading.Missing range) {
        SegmentFileScan scan = scans.poll();
        scan = scan == null ? new SegmentFileScan() : scan;
        try {
            Batch batch = new Batch(range.segment().sequence());
            new KeyDirectoryChain(scan, table.hasher::hash)
                    .forEach(range.segment(), range.segment().seal(), range.from(), (hash, offset) -> {
                        if (offset < range.to()) {
                            batch.add(hash, offset);
                        }
                    });
            batch.flush();
            batch.claim(range);
        } catch (IOException e) {
            if (range.segment().drive().fault() == null && e instanceof IndexRefusedException) {
                failures.add(e);
            } else {
                // Its keys cannot be told now; a drive that died must not keep the others from serving.
                System.getLogger(IndexRebuild.class.getName())
                        .log(
                                System.Logger.Level.WARNING,
                                "{0} is not in the index: {1}",
                                range.segment(),
                                e.getMessage());
            }
        } finally {
            scans.add(scan);
        }
    }

    /** The entries of one range on their way into the index. Belongs to one thread. */
    private final class Batch {
        private final long sequence;
        private final long[] hashes = new long[BATCH];
        private final long[] addresses = new long[BATCH];
        private int count;
        /** The one generation that got all entries so far, if there is one. */
        private Generation into;

        private boolean split;

        Batch(long sequence) {
            this.sequence = sequence;
        }

        void add(long hash, long offset) throws IOException {
            hashes[count] = hash;
            addresses[count] = Address.of(sequence, offset);
            count++;
            if (count == BATCH) {
                flush();
            }
        }

        void flush() throws IOException {
            int at = 0;
            while (at < count) {
                generationLock.readLock().lock();
                try {
                    int before = at;
                    at = insert(at);
                    if (at > before) {
                        note(table.index.generations().get(0));
                    }
                } finally {
                    generationLock.readLock().unlock();
                }
                if (at < count) {
                    at += makeRoom(hashes[at], addresses[at]);
                }
            }
            count = 0;
        }

        private int insert(int at) {
            return table.index.hasRoom() ? table.index.insertAll(hashes, addresses, at, count) : at;
        }

        private void note(Generation generation) {
            split |= into != null && into != generation;
            into = generation;
        }

        /** A range whose entries went to two generations is claimed by neither, and looked at again at the next opening. */
        void claim(IndexLoading.Missing range) {
            synchronized (done) {
                List<Generation> all = table.index.generations();
                boolean newest = into == null || (!all.isEmpty() && all.get(0) == into);
                if (!split && newest) {
                    done.add(new IndexClaims.Claim(sequence, range.from(), range.to()));
                }
            }
        }
    }

    /**
     * After an insert that was refused: lets the entry take a dead one's place, or begins the next generation.
     *
     * @return 1 if the entry is done with, 0 if it is to be tried again
     */
    private int makeRoom(long hash, long address) throws IOException {
        generationLock.writeLock().lock();
        try {
            boolean hadRoom = table.index.hasRoom();
            if (hadRoom && table.index.insertAll(new long[] {hash}, new long[] {address}, 0, 1) == 1) {
                return 1;
            }
            if (hadRoom && new DeadEntry(table, hash, address).replace()) {
                return 1;
            }
            nextGeneration();
            return 0;
        } finally {
            generationLock.writeLock().unlock();
        }
    }

    /** Freezes the newest generation and begins the next. Under the write lock. */
    private void nextGeneration() throws IOException {
        Preparation state = Preparation.MORE;
        while (state == Preparation.MORE) {
            state = table.index.prepareStep(expected);
        }
        if (state == Preparation.REFUSED) {
            throw new IndexRefusedException(table.store.slabs.bytesMax(), table.index.bytesRefused());
        }
        Generation frozen = table.index.publishNext(lowestSequence());
        if (frozen != null) {
            table.index.settle(frozen);
            keep(frozen);
        }
    }

    private long lowestSequence() {
        return table.segments.count() == 0 ? table.lowestSequenceToCome() : table.segments.snapshot()[0].sequence();
    }

    /** The generation got a file of its own, with the claims that it has for certain. */
    private void keep(Generation frozen) {
        synchronized (done) {
            claims.addToNewest(done);
            done.clear();
            files.frozen(frozen, claims.takeOfNewest(), SegmentPositions.NONE);
        }
    }
}
