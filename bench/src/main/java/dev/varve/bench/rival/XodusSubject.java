package dev.varve.bench.rival;

import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.PairVisitor;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectStats;
import java.nio.ByteBuffer;
import jetbrains.exodus.ArrayByteIterable;
import jetbrains.exodus.ByteIterable;
import jetbrains.exodus.ExodusException;
import jetbrains.exodus.env.Cursor;
import jetbrains.exodus.env.Environment;
import jetbrains.exodus.env.EnvironmentConfig;
import jetbrains.exodus.env.EnvironmentImpl;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.Store;
import jetbrains.exodus.env.StoreConfig;
import jetbrains.exodus.env.Transaction;

/**
 * Xodus with one store. A batch is an exclusive transaction with a durable commit, one at a time. It belongs to the thread
 * that has the writer's turn.
 */
public final class XodusSubject implements Subject {
    /** What it can do. */
    public static final Capabilities CAPABILITIES = Rivals.transactional("it knows nothing of age");

    private static final long LARGE_FILE_KIB = 128 << 10;

    private final Environment environment;
    private final Store pairs;
    private final boolean async;
    private final WriterTurn turn = new WriterTurn();
    private Transaction writing;

    private XodusSubject(Environment environment, boolean async) {
        this.environment = environment;
        this.async = async;
        pairs = environment.computeInTransaction(
                txn -> environment.openStore("bench", StoreConfig.WITHOUT_DUPLICATES, txn));
    }

    /**
     * Opens or makes the store.
     *
     * @param spec how
     * @return the open store
     */
    public static XodusSubject open(SubjectSpec spec) {
        EnvironmentConfig config = new EnvironmentConfig()
                .setLogDurableWrite(!spec.shape().isAsync())
                .setGcEnabled(false)
                .setEnvCloseForcedly(true);
        if (!spec.shape().small()) {
            config.setLogFileSize(LARGE_FILE_KIB);
        }
        Environment environment =
                Environments.newInstance(spec.drives().get(0).resolve("xodus").toFile(), config);
        return new XodusSubject(environment, spec.shape().isAsync());
    }

    private static ByteIterable iterable(ByteBuffer buffer) {
        return new ArrayByteIterable(Bytes.of(buffer));
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value) {
        boolean begins = turn.take();
        try {
            if (begins) {
                writing = environment.beginExclusiveTransaction();
            }
            pairs.put(writing, iterable(key), iterable(value));
            if (turn.isFullAfterPut() && async) {
                commit();
            }
            return true;
        } catch (ExodusException e) {
            abort();
            throw new RivalException(e);
        }
    }

    private void commit() {
        writing.commit();
        writing = null;
        turn.giveBack();
    }

    private void abort() {
        if (writing != null && !writing.isFinished()) {
            writing.abort();
        }
        writing = null;
        turn.giveBack();
    }

    @Override
    public void flush() {
        if (turn.isMine()) {
            try {
                commit();
            } catch (ExodusException e) {
                abort();
                throw new RivalException(e);
            }
        }
        if (async) {
            ((EnvironmentImpl) environment).flushAndSync();
        }
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        Transaction txn = environment.beginReadonlyTransaction();
        try {
            ByteIterable value = pairs.get(txn, iterable(key));
            if (value == null) {
                return -1;
            }
            target.put(value.getBytesUnsafe(), 0, value.getLength());
            return value.getLength();
        } finally {
            txn.abort();
        }
    }

    @Override
    public long scan(PairVisitor visitor) {
        long count = 0;
        Transaction txn = environment.beginReadonlyTransaction();
        try (Cursor all = pairs.openCursor(txn)) {
            while (all.getNext()) {
                visitor.visit(view(all.getKey()), view(all.getValue()));
                count++;
            }
        } finally {
            txn.abort();
        }
        return count;
    }

    private static ByteBuffer view(ByteIterable iterable) {
        return ByteBuffer.wrap(iterable.getBytesUnsafe(), 0, iterable.getLength());
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
        environment.close();
    }
}
