package dev.varve.index;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * A table without files around an index: it appends records to segments, lets the oldest segment go, and knows from a
 * map what every look-up must find. For one thread.
 */
final class TestTable implements CandidateVisitor {
    private static final int RECORD_LENGTH = 64;
    private static final int FIRST_OFFSET = 8192;

    /** Key to address, of all that is live. */
    final Map<Long, Long> model = new HashMap<>();
    /** The keys in each live segment, by sequence. */
    private final TreeMap<Long, List<Long>> segments = new TreeMap<>();

    private final LongUnaryOperator hash;
    private final int segmentRecords;
    private TableIndex index;
    private long sequence;
    private boolean expiring;

    private long wanted;
    private long dead;
    private long firstPublishedSequence;

    TestTable(TableIndex index, LongUnaryOperator hash, int segmentRecords, long firstSequence) {
        this.index = index;
        this.hash = hash;
        this.segmentRecords = segmentRecords;
        this.sequence = firstSequence;
        segments.put(sequence, new ArrayList<>());
    }

    /** A hash as good as the real one. */
    static long mix(long key) {
        long z = (key ^ key >>> 33) * 0xff51_afd7_ed55_8ccdL;
        z = (z ^ z >>> 33) * 0xc4ce_b9fe_1a85_ec53L;
        return z ^ z >>> 33;
    }

    TableIndex index() {
        return index;
    }

    LiveSegments live() {
        return (lowest, highest) -> segments.ceilingKey(lowest) != null && segments.ceilingKey(lowest) <= highest;
    }

    @Override
    public boolean candidate(long address) {
        List<Long> segment = segments.get(IndexLayout.sequence(address));
        if (segment == null) {
            dead = dead == 0 ? address : dead;
            return false;
        }
        long record = (IndexLayout.offset(address) - FIRST_OFFSET) / RECORD_LENGTH;
        return record >= 0 && record < segment.size() && segment.get((int) record) == wanted;
    }

    /** What the index finds. */
    long find(long key) {
        wanted = key;
        dead = 0;
        return index.lookUp(hash.applyAsLong(key), this);
    }

    /** Checks one key against the model. */
    void check(long key) {
        long expected = model.getOrDefault(key, 0L);
        long found = find(key);
        if (expected != found) {
            throw new AssertionError("key " + key + ": expected address " + expected + ", found " + found);
        }
    }

    /** Puts unless live already; false if the index is at its bound. */
    boolean put(long key) {
        check(key);
        if (model.containsKey(key)) {
            return true;
        }
        if (!index.hasRoom() && !grow()) {
            return false;
        }
        long address = append(key);
        if (dead == 0 || !index.replace(hash.applyAsLong(key), dead, address)) {
            InsertResult result = index.insert(hash.applyAsLong(key), address);
            if (result != InsertResult.INSERTED) {
                throw new AssertionError(result + " for key " + key);
            }
        }
        model.put(key, address);
        return true;
    }

    private long append(long key) {
        List<Long> segment = segments.get(sequence);
        if (segment.size() == segmentRecords) {
            segment = new ArrayList<>();
            segments.put(++sequence, segment);
        }
        segment.add(key);
        return IndexLayout.address(sequence, FIRST_OFFSET + (segment.size() - 1L) * RECORD_LENGTH);
    }

    /** Lets sequences be skipped, as after a crash. */
    void skipSequences(long count) {
        sequence += count;
        segments.put(sequence, new ArrayList<>());
    }

    /** Publishes the next generation; false if there is no memory for it. */
    boolean grow() {
        while (true) {
            switch (index.prepareStep(expiring ? model.size() : TableIndex.GROWING)) {
                case READY -> {
                    Generation frozen = index.publishNext(sequence);
                    if (frozen != null) {
                        index.settle(frozen);
                    }
                    firstPublishedSequence = sequence;
                    return true;
                }
                case REFUSED -> {
                    return false;
                }
                default -> {}
            }
        }
    }

    /** Retires the oldest segment, unless it is the active one, and drops what is dead. */
    void expire() {
        long oldest = segments.firstKey();
        if (oldest == sequence) {
            return;
        }
        expiring = true;
        List<Long> keys = segments.remove(oldest);
        for (int i = 0; i < keys.size(); i++) {
            model.remove(keys.get(i), IndexLayout.address(oldest, FIRST_OFFSET + (long) i * RECORD_LENGTH));
        }
        index.dropDead(live());
    }

    /** Writes all generations, closes the index and loads them into another one. */
    void restart(TableIndex fresh) throws Exception {
        Generation newest = index.freezeNewest();
        if (newest != null) {
            index.settle(newest);
        }
        List<Generation> loaded = new ArrayList<>();
        for (Generation generation : index.generations()) {
            Written written = Written.of(generation);
            loaded.add(0, fresh.load(written.parameters(), written));
        }
        index.close();
        fresh.install(loaded);
        index = fresh;
    }

    long firstPublishedSequence() {
        return firstPublishedSequence;
    }

    int liveSegments() {
        return segments.size();
    }

    void checkAll() {
        for (Long key : model.keySet()) {
            check(key);
        }
    }

    /** A generation as a file would hold it. */
    record Written(byte[] parameters, byte[] pages) implements PageSource {
        static Written of(Generation generation) {
            ByteBuffer pages = ByteBuffer.allocate(generation.pageCount() * IndexLayout.PAGE_LENGTH);
            for (int page = 0; page < generation.pageCount(); ) {
                page += generation.copyPages(page, pages);
            }
            return new Written(generation.parameters(), pages.array());
        }

        @Override
        public void read(int firstPage, ByteBuffer target) {
            target.put(pages, firstPage * IndexLayout.PAGE_LENGTH, target.remaining());
        }
    }
}
