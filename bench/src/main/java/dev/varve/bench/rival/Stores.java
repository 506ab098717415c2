package dev.varve.bench.rival;

import dev.varve.bench.raw.PlainLog;
import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.VarveSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The list of all stores that can be measured. */
public final class Stores {
    /** Ours. */
    public static final String VARVE = "varve";
    /** A bare log without any guarantee. */
    public static final String CONTROL = "control";

    private static final String ALL = "all";
    private static final String RIVALS = "rivals";

    private static final List<StoreKind> KINDS = List.of(
            new StoreKind(
                    VARVE,
                    "its defaults; direct I/O, checksums on",
                    JvmFlags.heap("1g"),
                    Capabilities.ALL,
                    VarveSubject::open),
            rocks(
                    "rocksdb-fifo",
                    RocksMode.FIFO,
                    "FIFO compaction with TTL, WAL off, one waiting flush per batch, direct I/O, no compression, bloom"
                            + " 10 bits, block cache 32 MiB, write buffers 16 of 256 MiB, checksum XXH3"),
            rocks(
                    "rocksdb-fifo-blob",
                    RocksMode.FIFO_BLOB,
                    "as rocksdb-fifo, with blob files (their checksum is CRC32C)"),
            rocks("rocksdb-fifo-wal", RocksMode.FIFO_WAL, "as rocksdb-fifo, with a WAL synced per batch"),
            rocks(
                    "rocksdb-blob",
                    RocksMode.BLOB,
                    "blob files, leveled, WAL synced per batch, bytes_per_sync 2 MiB, direct I/O, 4 background jobs"),
            rocks(
                    "rocksdb-leveled",
                    RocksMode.LEVELED,
                    "leveled, WAL synced per batch, bytes_per_sync 2 MiB, direct I/O, files of 256 MiB, level base 1 GiB,"
                            + " 4 background jobs"),
            lmdb("lmdb", false, "map of 40 GiB, no read-ahead, one write transaction per batch"),
            lmdb("lmdb-writemap", true, "as lmdb, pages written in the mapping"),
            new StoreKind(
                    "leveldb",
                    "leveldbjni; one write batch with a sync, write buffer 256 MiB, no compression",
                    JvmFlags.heap("2g"),
                    LevelSubject.CAPABILITIES,
                    (spec, clock) -> LevelSubject.open(spec)),
            new StoreKind(
                    "mvstore",
                    "H2 MVStore; auto-commit off, commit and sync per batch, cache 64 MiB",
                    JvmFlags.heap("3g"),
                    MvSubject.CAPABILITIES,
                    (spec, clock) -> MvSubject.open(spec)),
            new StoreKind(
                    "mapdb",
                    "hash map, WAL, mapped file, a commit per batch",
                    JvmFlags.heap("4g"),
                    MapSubject.CAPABILITIES,
                    (spec, clock) -> MapSubject.open(spec)),
            new StoreKind(
                    "xodus",
                    "one exclusive transaction per batch with a durable commit, GC off, files of 128 MiB",
                    JvmFlags.heap("3g"),
                    XodusSubject.CAPABILITIES,
                    (spec, clock) -> XodusSubject.open(spec)),
            new StoreKind(
                    "je",
                    "Berkeley DB Java Edition; COMMIT_SYNC, log files of 1 GiB, cleaner off, large values not cached",
                    JvmFlags.heap("3g"),
                    JeSubject.CAPABILITIES,
                    (spec, clock) -> JeSubject.open(spec)),
            new StoreKind(
                    "sqlite",
                    "WAL, synchronous FULL, pages of 64 KiB (small values: 4 KiB, without rowid), one writer",
                    JvmFlags.heap("1g"),
                    SqliteSubject.CAPABILITIES,
                    (spec, clock) -> SqliteSubject.open(spec)),
            new StoreKind(
                    CONTROL,
                    "no store: direct writes to 8 files and a map of what lies where; what measuring itself costs",
                    JvmFlags.heap("2g"),
                    PlainLog.CAPABILITIES,
                    (spec, clock) -> PlainLog.open(spec)));

    private static StoreKind rocks(String name, RocksMode mode, String settings) {
        return new StoreKind(
                name, settings, JvmFlags.heap("1g"), RocksSubject.capabilities(mode), RocksSubject.opener(mode));
    }

    private static StoreKind lmdb(String name, boolean writeMap, String settings) {
        return new StoreKind(
                name, settings, JvmFlags.heap("1g"), LmdbSubject.CAPABILITIES, LmdbSubject.opener(writeMap));
    }

    private Stores() {}

    /** {@return all of them, Varve first, the control last} */
    public static List<StoreKind> all() {
        return KINDS;
    }

    /** {@return their names, in the same order} */
    public static List<String> names() {
        return KINDS.stream().map(StoreKind::name).toList();
    }

    /**
     * {@return the store of that name, if there is one}
     *
     * @param name in any case
     */
    public static Optional<StoreKind> find(String name) {
        return KINDS.stream()
                .filter(kind -> kind.name().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /**
     * {@return the stores that a list names, each once, in its order}
     *
     * @param list names with commas between; {@code all} stands for all of them, {@code rivals} for all but Varve and the
     *     control
     * @throws IllegalArgumentException if one is unknown; the message names the valid ones
     */
    public static List<StoreKind> resolve(String list) {
        List<StoreKind> chosen = new ArrayList<>();
        for (String name : list.split(",", -1)) {
            List<StoreKind> meant = meant(name.strip());
            if (meant.isEmpty()) {
                throw new IllegalArgumentException("there is no store '" + name.strip() + "'; valid: "
                        + String.join(", ", names()) + ", " + ALL + ", " + RIVALS);
            }
            for (StoreKind kind : meant) {
                if (!chosen.contains(kind)) {
                    chosen.add(kind);
                }
            }
        }
        return List.copyOf(chosen);
    }

    private static List<StoreKind> meant(String name) {
        if (name.equalsIgnoreCase(ALL)) {
            return KINDS;
        }
        if (name.equalsIgnoreCase(RIVALS)) {
            return KINDS.stream()
                    .filter(kind -> !kind.name().equals(VARVE) && !kind.name().equals(CONTROL))
                    .toList();
        }
        return find(name).stream().toList();
    }
}
