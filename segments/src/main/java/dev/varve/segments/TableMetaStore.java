package dev.varve.segments;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * The metadata of all tables of a store: loaded once, then changed by any thread under this object's monitor, each change
 * durable on every healthy drive before it counts.
 */
public final class TableMetaStore {
    private static final Logger LOG = System.getLogger(TableMetaStore.class.getName());

    private final DriveSet drives;
    private final FileSystem fileSystem;
    private final RandomGenerator random;
    private final SortedMap<Integer, TableMeta> tables = new TreeMap<>();
    /** The highest revision ever tried: a failed write may have left it on a drive. */
    private final Map<Integer, Long> revisions = new TreeMap<>();

    private final List<Path> droppedFolders = new ArrayList<>();

    private TableMetaStore(DriveSet drives, RandomGenerator random) {
        this.drives = drives;
        this.fileSystem = drives.fileSystem();
        this.random = random;
    }

    /**
     * Reads what is on the drives; of each table the highest valid revision counts, and is written to drives that lag
     * behind. Folders of dropped tables are renamed out of the way.
     *
     * @param random for ids and hash seeds, so it has to be a secure one
     * @throws FormatException when a table's metadata can be read on no drive
     */
    public static TableMetaStore load(DriveSet drives, RandomGenerator random) throws IOException {
        TableMetaStore store = new TableMetaStore(drives, random);
        Map<Path, MetaFiles.Found<TableMeta>> found = new TreeMap<>();
        Map<Path, IOException> unreadable = new TreeMap<>();
        for (Drive drive : drives.drives()) {
            store.scan(drive, found, unreadable);
        }
        store.checkNames();
        for (Map.Entry<Path, IOException> each : unreadable.entrySet()) {
            String name = each.getKey().getFileName().toString();
            if (store.table(name).isEmpty()) {
                throw each.getValue();
            }
        }
        store.bringUpToDate(found);
        return store;
    }

    private void scan(Drive drive, Map<Path, MetaFiles.Found<TableMeta>> found, Map<Path, IOException> unreadable)
            throws IOException {
        for (String name : fileSystem.list(drive.root())) {
            Path folder = drive.root().resolve(name);
            if (!fileSystem.isDirectory(folder)) {
                continue;
            }
            if (FileNames.isDropped(name)) {
                droppedFolders.add(folder);
            }
            if (!FileNames.isTable(name)) {
                continue;
            }
            try {
                Optional<MetaFiles.Found<TableMeta>> meta =
                        MetaFiles.read(fileSystem, folder.resolve(TableFolder.META), TableMetaLayout::read);
                if (meta.isPresent()) {
                    take(drive, folder, meta.get(), found);
                } else if (!new TableFolder(drive, name).segments().isEmpty()) {
                    unreadable.put(
                            folder,
                            new CorruptException(
                                    folder.resolve(TableFolder.META).toString(), 0, "table metadata", "no file"));
                }
            } catch (CorruptException e) {
                unreadable.put(folder, e);
            }
        }
    }

    private void take(
            Drive drive, Path folder, MetaFiles.Found<TableMeta> read, Map<Path, MetaFiles.Found<TableMeta>> found)
            throws IOException {
        TableMeta meta = read.value();
        String name = folder.getFileName().toString();
        if (!meta.storeId().equals(drives.storeId())) {
            throw new DriveRefusedException(
                    drive.root().toString(),
                    DriveRefusedException.Reason.FOREIGN,
                    folder + " is a table of the store " + meta.storeId() + ", not of " + drives.storeId());
        }
        if (drives.isDropped(meta.tableId())) {
            droppedFolders.add(moveAway(folder, meta.tableId()));
        } else if (!name.equals(meta.name())) {
            LOG.log(Level.WARNING, "{0}: ignored, it is a copy of the table {1}", folder, meta.name());
        } else {
            found.put(folder, read);
            tables.merge(meta.tableId(), meta, (a, b) -> b.revision() > a.revision() ? b : a);
        }
    }

    private Path moveAway(Path folder, int tableId) throws IOException {
        String name = folder.getFileName().toString();
        Path target = folder.resolveSibling(FileNames.dropped(name, tableId));
        fileSystem.rename(folder, target);
        fileSystem.syncDirectory(folder.getParent());
        return target;
    }

    /** Of two tables with one name, one may be the rest of a creation that failed: it has no sequences yet. */
    private void checkNames() throws IOException {
        Map<String, TableMeta> byName = new TreeMap<>();
        for (TableMeta meta : List.copyOf(tables.values())) {
            TableMeta other = byName.get(meta.name());
            if (other != null && meta.sequenceReserved() > 0 && other.sequenceReserved() > 0) {
                throw new DriveRefusedException(
                        "",
                        DriveRefusedException.Reason.FOREIGN,
                        "the drives hold two different tables named " + meta.name() + ", with ids "
                                + Integer.toUnsignedString(other.tableId()) + " and "
                                + Integer.toUnsignedString(meta.tableId()));
            }
            TableMeta used = other == null || meta.sequenceReserved() > 0 ? meta : other;
            if (other != null) {
                tables.remove(used == meta ? other.tableId() : meta.tableId());
            }
            byName.put(meta.name(), used);
        }
    }

    /** On a full drive what can't be written now is written at a later open. */
    private void bringUpToDate(Map<Path, MetaFiles.Found<TableMeta>> found) throws IOException {
        for (TableMeta meta : tables.values()) {
            for (Drive drive : drives.drives()) {
                TableFolder folder = new TableFolder(drive, meta.name());
                MetaFiles.Found<TableMeta> present = found.get(folder.path());
                if (present == null || !present.complete() || !present.value().equals(meta)) {
                    try {
                        write(folder, meta);
                    } catch (NoSpaceException e) {
                        LOG.log(Level.WARNING, "{0}: full, its {1} stays as it is", folder, TableFolder.META);
                    }
                }
            }
        }
    }

    private static void write(TableFolder folder, TableMeta meta) throws IOException {
        folder.create();
        ByteBuffer bytes = TableMetaLayout.encode(meta);
        MetaFiles.write(folder.drive().fileSystem(), folder.path().resolve(TableFolder.META), bytes);
    }

    /** Whether a table may have this name. */
    public static boolean isName(String name) {
        return FileNames.isTable(name);
    }

    /** All tables, as they are stored now. */
    public synchronized List<TableMeta> tables() {
        return List.copyOf(tables.values());
    }

    public synchronized Optional<TableMeta> table(String name) {
        return tables.values().stream().filter(meta -> meta.name().equals(name)).findFirst();
    }

    public synchronized TableMeta table(int tableId) {
        TableMeta meta = tables.get(tableId);
        if (meta == null) {
            throw new IllegalArgumentException("no table has the id " + Integer.toUnsignedString(tableId));
        }
        return meta;
    }

    /** Creates a table that does not exist yet. */
    public synchronized TableMeta create(String name, Map<String, Long> options) throws IOException {
        if (!isName(name) || table(name).isPresent()) {
            throw new IllegalArgumentException(name + " is no name for a table, or taken");
        }
        TableMeta meta = new TableMeta(
                drives.storeId(), newId(), name, new TreeMap<>(options), random.nextLong(), 1, 0, List.of());
        save(meta);
        return meta;
    }

    /** Random, so that two runs of the store with different drives missing do not give out the same. */
    private int newId() {
        int id = random.nextInt();
        while (id == 0 || tables.containsKey(id) || drives.isDropped(id)) {
            id = random.nextInt();
        }
        return id;
    }

    /** Applies a change and makes it durable. */
    public synchronized TableMeta update(int tableId, UnaryOperator<TableMeta> change) throws IOException {
        TableMeta old = table(tableId);
        long revision = Math.max(old.revision(), revisions.getOrDefault(tableId, 0L)) + 1;
        revisions.put(tableId, revision);
        TableMeta changed = change.apply(old).withRevision(revision);
        save(changed);
        return changed;
    }

    /** Reserves the next sequences: all below the new bound may be used once this returns. */
    public TableMeta reserveSequences(int tableId) throws IOException {
        return update(tableId, meta -> meta.withSequenceReserved(meta.sequenceReserved() + TableMeta.RESERVATION));
    }

    private void save(TableMeta meta) throws IOException {
        drives.onEachHealthy(drive -> write(new TableFolder(drive, meta.name()), meta));
        tables.put(meta.tableId(), meta);
    }

    /** Drops a table: puts it on the lists of all drives, after which its folders are deleted wherever they turn up. */
    public synchronized void drop(int tableId) throws IOException {
        table(tableId);
        drives.addDropped(tableId);
        tables.remove(tableId);
    }

    /**
     * Renames the folders of a table that was dropped, so that its name is free. Nobody may make files in them meanwhile;
     * files that are open are to be told their new place.
     *
     * @return the folders, to be emptied of segments and then given to {@link #deleteDropped}
     */
    public synchronized List<Path> moveDropped(int tableId, String name) throws IOException {
        List<Path> folders = new ArrayList<>();
        drives.onEachHealthy(drive -> {
            Path folder = new TableFolder(drive, name).path();
            if (fileSystem.isDirectory(folder)) {
                folders.add(moveAway(folder, tableId));
            }
        });
        return folders;
    }

    /** Folders of dropped tables that turned up when the tables were loaded. */
    public synchronized List<Path> droppedFolders() {
        return List.copyOf(droppedFolders);
    }

    /** Deletes what is left of folders of dropped tables, and forgets the tables that can't turn up any more. */
    public void deleteDropped(List<Path> folders) throws IOException {
        for (Path folder : folders) {
            if (fileSystem.isDirectory(folder)) {
                TableFolder.delete(fileSystem, folder);
            }
        }
        synchronized (this) {
            droppedFolders.removeAll(folders);
            for (int id : drives.dropped()) {
                if (!anyFolderLeft(id)) {
                    drives.removeDropped(id);
                }
            }
        }
    }

    /** Deletes the folder of a dropped table once no segment is left in it; whether it is gone. */
    public boolean deleteDroppedIfEmpty(Path folder) throws IOException {
        if (fileSystem.isDirectory(folder)) {
            for (Path file : TableFolder.files(fileSystem, folder)) {
                if (file.getFileName().toString().endsWith(FileNames.SEGMENT_SUFFIX)) {
                    return false;
                }
            }
        }
        deleteDropped(List.of(folder));
        return true;
    }

    private boolean anyFolderLeft(int tableId) throws IOException {
        String suffix = FileNames.dropped("", tableId);
        for (Drive drive : drives.drives()) {
            if (!drive.isHealthy()) {
                return true;
            }
            for (String name : fileSystem.list(drive.root())) {
                if (name.endsWith(suffix)) {
                    return true;
                }
            }
        }
        return false;
    }
}
