package dev.varve.bench.rival;

import com.sleepycat.je.CacheMode;
import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.DatabaseException;
import com.sleepycat.je.Durability;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import com.sleepycat.je.TransactionConfig;
import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.PairVisitor;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectStats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Berkeley DB, Java Edition. A thread's batch is a transaction; its flush commits with a sync. A transaction belongs to its
 * thread.
 */
public final class JeSubject implements Subject {
    /** What it can do. */
    public static final Capabilities CAPABILITIES =
            Rivals.transactional("its TTLs are whole hours, and its cleaner would have to rewrite files");

    private static final String LOG_FILE_BYTES = Long.toString(1L << 30);
    private static final String LOG_BUFFER_BYTES = Integer.toString(4 << 20);
    private static final String LOG_BUFFERS_BYTES = Integer.toString(64 << 20);

    private final Environment environment;
    private final Database pairs;
    private final boolean async;
    private final TransactionConfig durability;
    private final ThreadLocal<Batch> batches = ThreadLocal.withInitial(Batch::new);

    private static final class Batch {
        private Transaction transaction;
        private int puts;
    }

    private JeSubject(Environment environment, SubjectSpec spec) {
        this.environment = environment;
        async = spec.shape().isAsync();
        durability = new TransactionConfig().setDurability(async ? Durability.COMMIT_NO_SYNC : Durability.COMMIT_SYNC);
        DatabaseConfig config = new DatabaseConfig().setAllowCreate(true).setTransactional(true);
        if (!spec.shape().small()) {
            // Large values are not worth a place in the cache; the nodes above them are.
            config.setCacheMode(CacheMode.EVICT_LN);
        }
        pairs = environment.openDatabase(null, "bench", config);
    }

    /**
     * Opens or makes the store.
     *
     * @param spec how
     * @return the open store
     * @throws IOException if it cannot be opened
     */
    public static JeSubject open(SubjectSpec spec) throws IOException {
        Path directory = Files.createDirectories(spec.drives().get(0).resolve("je"));
        EnvironmentConfig config = new EnvironmentConfig().setAllowCreate(true).setTransactional(true);
        config.setConfigParam(EnvironmentConfig.LOG_FILE_MAX, LOG_FILE_BYTES);
        config.setConfigParam(EnvironmentConfig.ENV_RUN_CLEANER, "false");
        config.setConfigParam(EnvironmentConfig.LOG_BUFFER_SIZE, LOG_BUFFER_BYTES);
        config.setConfigParam(EnvironmentConfig.LOG_TOTAL_BUFFER_BYTES, LOG_BUFFERS_BYTES);
        try {
            return new JeSubject(new Environment(directory.toFile(), config), spec);
        } catch (DatabaseException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value) {
        Batch batch = batches.get();
        try {
            if (batch.transaction == null) {
                batch.transaction = environment.beginTransaction(null, durability);
            }
            pairs.put(batch.transaction, new DatabaseEntry(Bytes.of(key)), new DatabaseEntry(Bytes.of(value)));
            if (++batch.puts >= WriterTurn.BATCH_MOST && async) {
                commit(batch);
            }
            return true;
        } catch (DatabaseException e) {
            throw new RivalException(e);
        }
    }

    private static void commit(Batch batch) {
        Transaction whole = batch.transaction;
        batch.transaction = null;
        batch.puts = 0;
        whole.commit();
    }

    @Override
    public void flush() {
        Batch batch = batches.get();
        try {
            if (batch.transaction != null) {
                commit(batch);
            }
            if (async) {
                environment.flushLog(true);
            }
        } catch (DatabaseException e) {
            throw new RivalException(e);
        }
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        DatabaseEntry value = new DatabaseEntry();
        OperationStatus found = pairs.get(null, new DatabaseEntry(Bytes.of(key)), value, LockMode.DEFAULT);
        return Bytes.into(target, found == OperationStatus.SUCCESS ? value.getData() : null);
    }

    @Override
    public long scan(PairVisitor visitor) {
        long count = 0;
        DatabaseEntry key = new DatabaseEntry();
        DatabaseEntry value = new DatabaseEntry();
        try (Cursor all = pairs.openCursor(null, null)) {
            while (all.getNext(key, value, LockMode.DEFAULT) == OperationStatus.SUCCESS) {
                visitor.visit(ByteBuffer.wrap(key.getData()), ByteBuffer.wrap(value.getData()));
                count++;
            }
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
            pairs.close();
            environment.close();
        } catch (DatabaseException e) {
            throw new RivalException(e);
        }
    }
}
