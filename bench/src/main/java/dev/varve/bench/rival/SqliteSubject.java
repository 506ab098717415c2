package dev.varve.bench.rival;

import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.PairVisitor;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectStats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/**
 * SQLite with one table of keys and values. A batch is a transaction of the one connection that writes; each thread that
 * reads has a connection of its own. What belongs to writing is used by the thread that has the writer's turn.
 */
public final class SqliteSubject implements Subject {
    /** What it can do. */
    public static final Capabilities CAPABILITIES = Rivals.transactional("it knows nothing of age");

    private static final int PAGE_LARGE = 64 << 10;
    private static final int PAGE_SMALL = 4 << 10;
    private static final int BUSY_MILLIS = 60_000;

    private final String url;
    private final SQLiteConfig config;
    private final boolean async;
    private final Connection writer;
    private final PreparedStatement insert;
    private final WriterTurn turn = new WriterTurn();
    private final List<Connection> readers = new ArrayList<>();
    private final ThreadLocal<PreparedStatement> selects = ThreadLocal.withInitial(this::newSelect);

    private SqliteSubject(String url, SQLiteConfig config, SubjectSpec spec) throws SQLException {
        this.url = url;
        this.config = config;
        async = spec.shape().isAsync();
        writer = config.createConnection(url);
        try (Statement statement = writer.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS pairs (key BLOB PRIMARY KEY, value BLOB NOT NULL)"
                    + (spec.shape().small() ? " WITHOUT ROWID" : ""));
        }
        writer.setAutoCommit(false);
        insert = writer.prepareStatement("INSERT OR REPLACE INTO pairs VALUES (?, ?)");
    }

    /**
     * Opens or makes the store.
     *
     * @param spec how
     * @return the open store
     * @throws IOException if it cannot be opened
     */
    public static SqliteSubject open(SubjectSpec spec) throws IOException {
        Path file = spec.drives().get(0).resolve("sqlite.db");
        SQLiteConfig config = new SQLiteConfig();
        config.setPageSize(spec.shape().small() ? PAGE_SMALL : PAGE_LARGE);
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(spec.shape().isAsync() ? SynchronousMode.NORMAL : SynchronousMode.FULL);
        config.setBusyTimeout(BUSY_MILLIS);
        try {
            return new SqliteSubject("jdbc:sqlite:" + file, config, spec);
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private PreparedStatement newSelect() {
        try {
            Connection reader = config.createConnection(url);
            synchronized (readers) {
                readers.add(reader);
            }
            return reader.prepareStatement("SELECT value FROM pairs WHERE key = ?");
        } catch (SQLException e) {
            throw new RivalException(e);
        }
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value) {
        turn.take();
        try {
            insert.setBytes(1, Bytes.of(key));
            insert.setBytes(2, Bytes.of(value));
            insert.executeUpdate();
            if (turn.isFullAfterPut() && async) {
                commit();
            }
            return true;
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private void commit() throws SQLException {
        writer.commit();
        turn.giveBack();
    }

    private RivalException failed(SQLException e) {
        try {
            writer.rollback();
        } catch (SQLException again) {
            e.addSuppressed(again);
        }
        turn.giveBack();
        return new RivalException(e);
    }

    @Override
    public void flush() {
        if (async) {
            // A checkpoint syncs the log and the database.
            turn.take();
        }
        if (turn.isMine()) {
            try {
                commit();
            } catch (SQLException e) {
                throw failed(e);
            }
        }
        if (async) {
            checkpoint();
        }
    }

    private void checkpoint() {
        try (Connection own = config.createConnection(url);
                Statement statement = own.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(FULL)");
        } catch (SQLException e) {
            throw new RivalException(e);
        }
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        try {
            PreparedStatement select = selects.get();
            select.setBytes(1, Bytes.of(key));
            try (ResultSet found = select.executeQuery()) {
                return Bytes.into(target, found.next() ? found.getBytes(1) : null);
            }
        } catch (SQLException e) {
            throw new RivalException(e);
        }
    }

    @Override
    public long scan(PairVisitor visitor) {
        long count = 0;
        try (Connection own = config.createConnection(url);
                Statement statement = own.createStatement();
                ResultSet all = statement.executeQuery("SELECT key, value FROM pairs")) {
            while (all.next()) {
                visitor.visit(ByteBuffer.wrap(all.getBytes(1)), ByteBuffer.wrap(all.getBytes(2)));
                count++;
            }
        } catch (SQLException e) {
            throw new RivalException(e);
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
            synchronized (readers) {
                for (Connection reader : readers) {
                    reader.close();
                }
            }
            writer.close();
        } catch (SQLException e) {
            throw new RivalException(e);
        }
    }
}
