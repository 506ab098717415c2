package dev.varve.bench.rival;

import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.PairVisitor;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectStats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.lmdbjava.CursorIterable;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/**
 * LMDB with one database. A batch is one write transaction, in which values go to pages without another copy; there is one
 * at a time. The transaction belongs to the thread that has the writer's turn; each thread keeps a reading transaction.
 */
public final class LmdbSubject implements Subject {
    /** What it can do. */
    public static final Capabilities CAPABILITIES = Rivals.transactional("it knows nothing of age");

    private static final long MAP_BYTES = 40L << 30;
    private static final int READERS = 1024;

    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> pairs;
    private final boolean async;
    private final WriterTurn turn = new WriterTurn();
    private final List<Txn<ByteBuffer>> readers = new ArrayList<>();
    private final ThreadLocal<Txn<ByteBuffer>> reader = ThreadLocal.withInitial(this::newReader);
    private Txn<ByteBuffer> writing;

    private LmdbSubject(Env<ByteBuffer> env, boolean async) {
        this.env = env;
        this.async = async;
        pairs = env.openDbi("bench", DbiFlags.MDB_CREATE);
    }

    /**
     * {@return what opens it}
     *
     * @param writeMap whether pages are written in the mapping itself
     */
    public static SubjectOpener opener(boolean writeMap) {
        return (spec, clock) -> open(writeMap, spec);
    }

    private static LmdbSubject open(boolean writeMap, SubjectSpec spec) throws IOException {
        Path directory = Files.createDirectories(spec.drives().get(0).resolve("lmdb"));
        List<EnvFlags> flags = new ArrayList<>(List.of(EnvFlags.MDB_NORDAHEAD, EnvFlags.MDB_NOTLS));
        if (writeMap) {
            flags.add(EnvFlags.MDB_WRITEMAP);
        }
        if (spec.shape().isAsync()) {
            flags.add(EnvFlags.MDB_NOSYNC);
        }
        return new LmdbSubject(
                Env.create()
                        .setMapSize(Math.max(MAP_BYTES, 2 * spec.maxBytes()))
                        .setMaxDbs(1)
                        .setMaxReaders(READERS)
                        .open(directory.toFile(), flags.toArray(EnvFlags[]::new)),
                spec.shape().isAsync());
    }

    private Txn<ByteBuffer> newReader() {
        Txn<ByteBuffer> txn = env.txnRead();
        txn.reset();
        synchronized (readers) {
            readers.add(txn);
        }
        return txn;
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value) {
        boolean begins = turn.take();
        try {
            if (begins) {
                writing = env.txnWrite();
            }
            pairs.put(writing, key, value);
            if (turn.isFullAfterPut() && async) {
                commit();
            }
            return true;
        } catch (LmdbException e) {
            abort();
            throw new RivalException(e);
        }
    }

    private void commit() {
        writing.commit();
        writing.close();
        writing = null;
        turn.giveBack();
    }

    private void abort() {
        if (writing != null) {
            writing.close();
            writing = null;
        }
        turn.giveBack();
    }

    @Override
    public void flush() {
        if (turn.isMine()) {
            try {
                commit();
            } catch (LmdbException e) {
                abort();
                throw new RivalException(e);
            }
        }
        if (async) {
            env.sync(true);
        }
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        Txn<ByteBuffer> txn = reader.get();
        txn.renew();
        try {
            ByteBuffer value = pairs.get(txn, key);
            if (value == null) {
                return -1;
            }
            int length = value.remaining();
            target.put(value);
            return length;
        } finally {
            txn.reset();
        }
    }

    @Override
    public long scan(PairVisitor visitor) {
        long count = 0;
        try (Txn<ByteBuffer> txn = env.txnRead();
                CursorIterable<ByteBuffer> all = pairs.iterate(txn)) {
            for (CursorIterable.KeyVal<ByteBuffer> pair : all) {
                visitor.visit(pair.key(), pair.val());
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
        return new SubjectStats((env.info().lastPageNumber + 1) * env.stat().pageSize, 0, 0, false);
    }

    @Override
    public void close() {
        synchronized (readers) {
            readers.forEach(Txn::close);
        }
        env.close();
    }
}
