package dev.varve.bench.rival;

import dev.varve.bench.raw.RawStreams;
import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.PairVisitor;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectStats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompactionOptionsFIFO;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB in one of its modes. With a log, a thread's batch is a write batch and its flush writes and syncs it; without one,
 * puts go to memory and a flush writes that out. A batch belongs to its thread, all else is the database's, which is
 * thread-safe.
 */
public final class RocksSubject implements Subject {
    private static final long MIB = 1L << 20;
    private static final long BLOCK_CACHE = 32 * MIB;
    private static final long WRITE_BUFFER = 256 * MIB;
    private static final int WRITE_BUFFERS = 16;
    private static final int BLOOM_BITS = 10;
    private static final int BACKGROUND_JOBS = 4;
    /** A quarter of them flush: with one thread that writes, FIFO would not keep a fast device busy. */
    private static final int BACKGROUND_JOBS_FIFO = 16;

    private static final int NEVER = 1 << 30;
    private static final long MIN_BLOB = 4096;

    private final RocksDB db;
    private final RocksMode mode;
    private final boolean async;
    private final WriteOptions writes;
    private final FlushOptions flushes;
    private final ReadOptions reads = new ReadOptions();
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private final ThreadLocal<WriteBatch> batches = ThreadLocal.withInitial(this::newBatch);

    private RocksSubject(RocksDB db, RocksMode mode, boolean async) {
        this.db = db;
        this.mode = mode;
        this.async = async;
        writes = own(new WriteOptions());
        flushes = own(new FlushOptions());
        own(reads);
        writes.setDisableWAL(!mode.isLogged());
        writes.setSync(mode.isLogged() && !async);
        flushes.setWaitForFlush(true);
        flushes.setAllowWriteStall(true);
    }

    /**
     * {@return what opens one mode}
     *
     * @param mode which
     */
    public static SubjectOpener opener(RocksMode mode) {
        return (spec, clock) -> open(mode, spec);
    }

    /**
     * {@return what one mode can do}
     *
     * @param mode which
     */
    public static Capabilities capabilities(RocksMode mode) {
        Capabilities all = Capabilities.ALL
                .without(Capability.RACING_PUTS, "it writes over")
                .without(Capability.CLOCK, "it goes by the system's clock")
                .without(Capability.DRIVES, "its files lie in one directory");
        if (mode.isLogged()) {
            all = all.without(Capability.VISIBLE, "a batch is written when it is whole");
        } else {
            all = all.without(Capability.SMALL_FLUSHES, "without a log every flush makes a file");
        }
        if (!mode.isFifo()) {
            all = all.without(Capability.TTL, "expired values go only when their file happens to be merged")
                    .without(Capability.BOUND, "it keeps everything");
        }
        return all;
    }

    private static RocksSubject open(RocksMode mode, SubjectSpec spec) throws IOException {
        RocksDB.loadLibrary();
        Path directory = Files.createDirectories(spec.drives().get(0).resolve("rocksdb"));
        LRUCache cache = new LRUCache(BLOCK_CACHE);
        BloomFilter bloom = new BloomFilter(BLOOM_BITS);
        // The checksum stays what it is by default, XXH3: this build has CRC32C in software.
        BlockBasedTableConfig table =
                new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(bloom);
        Options options = options(mode, spec).setTableFormatConfig(table);
        options.setUseDirectIoForFlushAndCompaction(RawStreams.supportsDirect(directory));
        try {
            RocksSubject subject = new RocksSubject(
                    RocksDB.open(options, directory.toString()),
                    mode,
                    spec.shape().isAsync());
            subject.own(options);
            subject.own(cache);
            subject.own(bloom);
            return subject;
        } catch (RocksDBException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Options options(RocksMode mode, SubjectSpec spec) {
        Options options = new Options()
                .setCreateIfMissing(true)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setWriteBufferSize(WRITE_BUFFER)
                .setMaxWriteBufferNumber(WRITE_BUFFERS)
                .setMaxBackgroundJobs(mode.isFifo() ? BACKGROUND_JOBS_FIFO : BACKGROUND_JOBS)
                // Each direct write into blocks that were set aside before can take many times as long as one that is
                // not.
                .setAllowFAllocate(false)
                .setMaxOpenFiles(-1);
        if (mode.hasBlobs()) {
            options.setEnableBlobFiles(true).setMinBlobSize(MIN_BLOB).setBlobFileSize(WRITE_BUFFER);
        }
        if (mode.isLogged()) {
            options.setBytesPerSync(2 * MIB).setWalBytesPerSync(2 * MIB);
        }
        if (!mode.isFifo()) {
            return options.setCompactionStyle(CompactionStyle.LEVEL)
                    .setTargetFileSizeBase(WRITE_BUFFER)
                    .setMaxBytesForLevelBase(1024 * MIB);
        }
        CompactionOptionsFIFO fifo = new CompactionOptionsFIFO().setAllowCompaction(false);
        fifo.setMaxTableFilesSize(spec.maxBytes() == 0 ? Long.MAX_VALUE / 2 : spec.maxBytes());
        return options.setCompactionStyle(CompactionStyle.FIFO)
                .setCompactionOptionsFIFO(fifo)
                .setTtl(spec.ttl().toSeconds())
                .setLevel0FileNumCompactionTrigger(NEVER)
                .setLevel0SlowdownWritesTrigger(NEVER)
                .setLevel0StopWritesTrigger(NEVER);
    }

    private synchronized <T extends AutoCloseable> T own(T closeable) {
        owned.addFirst(closeable);
        return closeable;
    }

    private WriteBatch newBatch() {
        return own(new WriteBatch());
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value) {
        int keyAt = key.position();
        int valueAt = value.position();
        try {
            if (mode.isLogged() && !async) {
                batches.get().put(key, value);
            } else {
                db.put(writes, key, value);
            }
            return true;
        } catch (RocksDBException e) {
            throw new RivalException(e);
        } finally {
            key.position(keyAt);
            value.position(valueAt);
        }
    }

    @Override
    public void flush() {
        try {
            if (!mode.isLogged()) {
                db.flush(flushes);
            } else if (async) {
                db.syncWal();
            } else {
                WriteBatch batch = batches.get();
                if (batch.count() > 0) {
                    db.write(writes, batch);
                    batch.clear();
                }
            }
        } catch (RocksDBException e) {
            throw new RivalException(e);
        }
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        int keyAt = key.position();
        int at = target.position();
        int limit = target.limit();
        try {
            int length = db.get(reads, key, target);
            target.limit(limit);
            if (length == RocksDB.NOT_FOUND) {
                return -1;
            }
            target.position(at + length);
            return length;
        } catch (RocksDBException e) {
            throw new RivalException(e);
        } finally {
            key.position(keyAt);
        }
    }

    @Override
    public long scan(PairVisitor visitor) {
        long count = 0;
        try (RocksIterator pairs = db.newIterator(reads)) {
            for (pairs.seekToFirst(); pairs.isValid(); pairs.next()) {
                visitor.visit(ByteBuffer.wrap(pairs.key()), ByteBuffer.wrap(pairs.value()));
                count++;
            }
            pairs.status();
        } catch (RocksDBException e) {
            throw new RivalException(e);
        }
        return count;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities(mode);
    }

    @Override
    public SubjectStats stats() {
        try {
            long live = db.getLongProperty("rocksdb.live-sst-files-size");
            if (mode.hasBlobs()) {
                live += db.getLongProperty("rocksdb.live-blob-file-size");
            }
            boolean busy = db.getLongProperty("rocksdb.num-running-compactions") > 0
                    || db.getLongProperty("rocksdb.num-running-flushes") > 0
                    || db.getLongProperty("rocksdb.compaction-pending") > 0;
            return new SubjectStats(live, 0, 0, busy);
        } catch (RocksDBException e) {
            throw new RivalException(e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            db.closeE();
            for (AutoCloseable each : owned) {
                each.close();
            }
        } catch (Exception e) {
            throw new RivalException(e);
        }
    }
}
