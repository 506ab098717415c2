package dev.varve.bench.rival;

import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.PairVisitor;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectStats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.WriteOptions;

/**
 * LevelDB, in C++ behind JNI. A thread's batch is a write batch, written with a sync; batches nobody waits for are written
 * without. A batch belongs to its thread.
 */
public final class LevelSubject implements Subject {
    /** What it can do. */
    public static final Capabilities CAPABILITIES = Rivals.transactional("it knows nothing of age");

    private static final int WRITE_BUFFER = 256 << 20;
    private static final int OPEN_FILES = 10_000;

    private final DB db;
    private final boolean async;
    private final WriteOptions writes;
    private final ThreadLocal<Batch> batches = ThreadLocal.withInitial(Batch::new);

    private static final class Batch {
        private WriteBatch writes;
        private int puts;
    }

    private LevelSubject(DB db, boolean async) {
        this.db = db;
        this.async = async;
        writes = new WriteOptions().sync(!async);
    }

    /**
     * Opens or makes the store.
     *
     * @param spec how
     * @return the open store
     * @throws IOException if it cannot be opened
     */
    public static LevelSubject open(SubjectSpec spec) throws IOException {
        Path directory = Files.createDirectories(spec.drives().get(0).resolve("leveldb"));
        Options options = new Options()
                .createIfMissing(true)
                .compressionType(CompressionType.NONE)
                .writeBufferSize(WRITE_BUFFER)
                .maxOpenFiles(OPEN_FILES);
        return new LevelSubject(
                JniDBFactory.factory.open(directory.toFile(), options),
                spec.shape().isAsync());
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value) {
        Batch batch = batches.get();
        if (batch.writes == null) {
            batch.writes = db.createWriteBatch();
        }
        batch.writes.put(Bytes.of(key), Bytes.of(value));
        batch.puts++;
        if (async && batch.puts == WriterTurn.BATCH_MOST) {
            write(batch, writes);
        }
        return true;
    }

    private void write(Batch batch, WriteOptions how) {
        try (WriteBatch whole = batch.writes) {
            db.write(whole, how);
        } catch (DBException | IOException e) {
            throw new RivalException(e);
        } finally {
            batch.writes = null;
            batch.puts = 0;
        }
    }

    @Override
    public void flush() {
        Batch batch = batches.get();
        if (async && batch.writes == null) {
            // An empty batch with a sync: the log is synced as a whole.
            batch.writes = db.createWriteBatch();
        }
        if (batch.writes != null) {
            write(batch, new WriteOptions().sync(true));
        }
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        return Bytes.into(target, db.get(Bytes.of(key)));
    }

    @Override
    public long scan(PairVisitor visitor) {
        long count = 0;
        try (DBIterator pairs = db.iterator()) {
            for (pairs.seekToFirst(); pairs.hasNext(); ) {
                Map.Entry<byte[], byte[]> pair = pairs.next();
                visitor.visit(ByteBuffer.wrap(pair.getKey()), ByteBuffer.wrap(pair.getValue()));
                count++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
        try {
            db.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
