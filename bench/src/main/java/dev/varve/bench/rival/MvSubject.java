package dev.varve.bench.rival;

import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.PairVisitor;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectStats;
import java.nio.ByteBuffer;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;

/**
 * H2's MVStore with one map. Puts go to the map in memory; a flush commits and syncs what all threads put. All state is the
 * store's, which is thread-safe.
 */
public final class MvSubject implements Subject {
    /** What it can do. */
    public static final Capabilities CAPABILITIES = Rivals.keepingAll("it knows nothing of age");

    private static final int CACHE_MB = 64;

    private final MVStore store;
    private final MVMap<byte[], byte[]> pairs;

    private MvSubject(MVStore store) {
        this.store = store;
        pairs = store.openMap(
                "bench",
                new MVMap.Builder<byte[], byte[]>()
                        .keyType(ByteArrayDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }

    /**
     * Opens or makes the store.
     *
     * @param spec how
     * @return the open store
     */
    public static MvSubject open(SubjectSpec spec) {
        MVStore.Builder builder = new MVStore.Builder()
                .fileName(spec.drives().get(0).resolve("mvstore.mv").toString())
                .cacheSize(CACHE_MB)
                // Nothing is deleted, so rewriting chunks would gain no space.
                .autoCompactFillRate(0);
        if (!spec.shape().isAsync()) {
            builder.autoCommitDisabled();
        }
        return new MvSubject(builder.open());
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value) {
        pairs.put(Bytes.of(key), Bytes.of(value));
        return true;
    }

    @Override
    public void flush() {
        store.commit();
        store.sync();
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        return Bytes.into(target, pairs.get(Bytes.of(key)));
    }

    @Override
    public long scan(PairVisitor visitor) {
        long count = 0;
        for (Map.Entry<byte[], byte[]> pair : pairs.entrySet()) {
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
        return new SubjectStats(store.getFileStore().size(), 0, 0, false);
    }

    @Override
    public void close() {
        store.close();
    }
}
