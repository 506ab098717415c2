package dev.varve.bench.rival;

import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.PairVisitor;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectStats;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.HTreeMap;
import org.mapdb.Serializer;

/**
 * MapDB with one hash map over a mapped file with a log. Puts go to the map; a flush commits what all threads put. All state
 * but a count is the database's, which is thread-safe.
 */
public final class MapSubject implements Subject {
    /** What it can do. */
    public static final Capabilities CAPABILITIES =
            Rivals.keepingAll("its maps can forget, but the file never gives space back");

    private final DB db;
    private final HTreeMap<byte[], byte[]> pairs;
    private final boolean async;
    private final AtomicInteger puts = new AtomicInteger();

    private MapSubject(DB db, boolean async) {
        this.db = db;
        this.async = async;
        pairs = db.hashMap("bench", Serializer.BYTE_ARRAY, Serializer.BYTE_ARRAY)
                .createOrOpen();
    }

    /**
     * Opens or makes the store.
     *
     * @param spec how
     * @return the open store
     */
    public static MapSubject open(SubjectSpec spec) {
        DB db = DBMaker.fileDB(spec.drives().get(0).resolve("mapdb.db").toFile())
                .transactionEnable()
                .fileMmapEnable()
                .fileMmapPreclearDisable()
                .make();
        return new MapSubject(db, spec.shape().isAsync());
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value) {
        pairs.put(Bytes.of(key), Bytes.of(value));
        // What is not committed is in memory; it has no commit without a sync.
        if (async && puts.incrementAndGet() % (WriterTurn.BATCH_MOST * WriterTurn.BATCH_MOST / 4) == 0) {
            db.commit();
        }
        return true;
    }

    @Override
    public void flush() {
        db.commit();
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        return Bytes.into(target, pairs.get(Bytes.of(key)));
    }

    @Override
    public long scan(PairVisitor visitor) {
        long count = 0;
        for (Map.Entry<byte[], byte[]> pair : pairs.getEntries()) {
            visitor.visit(ByteBuffer.wrap(pair.getKey()), ByteBuffer.wrap(pair.getValue()));
            count++;
        }
        return count;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public SubjectStats stats() {
        return new SubjectStats(0, 0, 0, false);
    }

    @Override
    public void close() {
        db.close();
    }
}
