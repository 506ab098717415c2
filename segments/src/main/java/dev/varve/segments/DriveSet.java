package dev.varve.segments;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The drives of an open store, locked as long as it is open. The drives never change meanwhile; the store's metadata is
 * changed by any thread under this object's monitor.
 */
public final class DriveSet implements Closeable {
    private static final Logger LOG = System.getLogger(DriveSet.class.getName());

    /** How often the roots may change under our eyes before that is an error. */
    private static final int TRIES = 8;

    private final FileSystem fileSystem;
    private final UUID storeId;
    private final Map<Path, DriveLock> locks;
    private final List<Drive> drives;
    private final SortedMap<Integer, String> missing;
    private StoreMeta meta;

    private DriveSet(FileSystem fileSystem, Map<Path, DriveLock> locks, DrivePlan plan) throws IOException {
        this.fileSystem = fileSystem;
        this.locks = locks;
        this.missing = plan.missing();
        this.meta = plan.meta();
        this.storeId = meta.storeId();
        SortedMap<Integer, Path> roots = new TreeMap<>();
        plan.known().forEach(probe -> roots.put(probe.meta().orElseThrow().driveId(), probe.root()));
        addDrives(plan.added(), roots);
        bringUpToDate(plan.known());
        List<Drive> opened = new ArrayList<>();
        roots.forEach((id, root) -> opened.add(drive(id, root)));
        this.drives = List.copyOf(opened);
        missing.forEach((id, path) -> LOG.log(Level.WARNING, "opened without drive {0}, last seen at {1}", id, path));
    }

    /**
     * Opens the drives at these roots: those of an existing store, with new ones added to it, or a new store.
     *
     * @throws DriveRefusedException when they do not make up a store
     * @throws DriveLockedException when one of them is in use
     * @throws FormatException when a drive's {@code varve.store} cannot be read
     */
    public static DriveSet open(FileSystem fileSystem, List<Path> roots, DriveSetOptions options) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            List<Path> resolved = DriveRoots.resolve(fileSystem, roots);
            // Before anything is created: who refuses a drive must not have touched it.
            List<DriveProbe> before = probe(fileSystem, resolved);
            DrivePlan plan = DrivePlan.of(before, options);
            for (DriveProbe probe : plan.added()) {
                fileSystem.createDirectories(probe.root());
            }
            Map<Path, DriveLock> locks = lock(fileSystem, plan.roots(), options.holder());
            DriveSet opened = null;
            try {
                if (sameIdentities(before, probe(fileSystem, resolved))) {
                    opened = new DriveSet(fileSystem, locks, plan);
                    return opened;
                }
            } finally {
                if (opened == null) {
                    unlock(fileSystem, locks);
                }
            }
        }
        throw new IOException(roots + " keep changing while they are being opened");
    }

    private Drive drive(int id, Path root) {
        boolean direct = fileSystem.supportsDirect(root.resolve(Drive.META));
        if (!direct) {
            LOG.log(Level.INFO, "{0}: no direct I/O here, writes go through the page cache", root);
        }
        return new Drive(id, root, fileSystem, direct);
    }

    private static List<DriveProbe> probe(FileSystem fileSystem, List<Path> roots) throws IOException {
        List<DriveProbe> probes = new ArrayList<>();
        for (Path root : roots) {
            probes.add(DriveProbe.of(fileSystem, root));
        }
        return probes;
    }

    private static boolean sameIdentities(List<DriveProbe> before, List<DriveProbe> after) {
        for (int i = 0; i < before.size(); i++) {
            if (!before.get(i).meta().equals(after.get(i).meta())) {
                return false;
            }
        }
        return true;
    }

    private static Map<Path, DriveLock> lock(FileSystem fileSystem, List<Path> roots, String holder)
            throws IOException {
        Map<Path, DriveLock> locks = new LinkedHashMap<>();
        boolean all = false;
        try {
            for (Path root : roots) {
                locks.put(root, DriveLock.take(fileSystem, root, holder));
            }
            all = true;
            return locks;
        } finally {
            if (!all) {
                unlock(fileSystem, locks);
            }
        }
    }

    private static void unlock(FileSystem fileSystem, Map<Path, DriveLock> locks) throws IOException {
        IOException first = null;
        for (Map.Entry<Path, DriveLock> each : locks.entrySet()) {
            try {
                each.getValue().release(fileSystem, each.getKey());
            } catch (IOException e) {
                first = first == null ? e : first;
            }
        }
        locks.clear();
        if (first != null) {
            throw first;
        }
    }

    /**
     * A new drive's own file is written first, one drive after the other: whatever a crash leaves, each drive on any list
     * has its identity, so that a blank root next to a complete store is always new.
     */
    private void addDrives(List<DriveProbe> added, SortedMap<Integer, Path> roots) throws IOException {
        for (DriveProbe probe : added) {
            int id = meta.nextDriveId();
            SortedMap<Integer, String> listed = new TreeMap<>(meta.drives());
            listed.put(id, probe.root().toString());
            meta = meta.withDrives(listed);
            write(probe.root(), meta.on(id));
            roots.put(id, probe.root());
        }
        for (Map.Entry<Integer, Path> each : roots.entrySet()) {
            if (!added.isEmpty() && each.getKey() < meta.nextDriveId() - 1) {
                write(each.getValue(), meta.on(each.getKey()));
            }
        }
    }

    /** On a full drive what can't be written now is written at a later open. */
    private void bringUpToDate(List<DriveProbe> known) throws IOException {
        if (!known.isEmpty() && !missing.keySet().equals(meta.without())) {
            meta = meta.without(missing.keySet());
        }
        for (DriveProbe probe : known) {
            StoreMeta wanted = meta.on(probe.meta().orElseThrow().driveId());
            if (!probe.complete() || !wanted.equals(probe.meta().orElseThrow())) {
                try {
                    write(probe.root(), wanted);
                } catch (NoSpaceException e) {
                    LOG.log(Level.WARNING, "{0}: full, its {1} stays as it is", probe.root(), Drive.META);
                }
            }
        }
    }

    private void write(Path root, StoreMeta changed) throws IOException {
        MetaFiles.write(fileSystem, root.resolve(Drive.META), StoreMetaLayout.encode(changed));
    }

    public UUID storeId() {
        return storeId;
    }

    public FileSystem fileSystem() {
        return fileSystem;
    }

    /** All that are there, by id. */
    public List<Drive> drives() {
        return drives;
    }

    /** The drive of this id, or null when it is missing. */
    public Drive drive(int id) {
        for (Drive drive : drives) {
            if (drive.id() == id) {
                return drive;
            }
        }
        return null;
    }

    /** Drives the store was opened without, with the path each was last seen at. */
    public SortedMap<Integer, String> missing() {
        return new TreeMap<>(missing);
    }

    synchronized boolean isDropped(int tableId) {
        return meta.droppedTables().contains(tableId);
    }

    synchronized List<Integer> dropped() {
        return List.copyOf(meta.droppedTables());
    }

    /** Puts a table on every drive's dropped list. After that its folders are deleted wherever they turn up. */
    synchronized void addDropped(int tableId) throws IOException {
        TreeSet<Integer> ids = new TreeSet<>(meta.droppedTables());
        if (ids.add(tableId)) {
            changeDropped(ids);
        }
    }

    /** Takes a table off the lists when no folder of it can turn up any more. */
    synchronized void removeDropped(int tableId) throws IOException {
        TreeSet<Integer> ids = new TreeSet<>(meta.droppedTables());
        if (missing.isEmpty() && ids.remove(tableId)) {
            changeDropped(ids);
        }
    }

    private void changeDropped(TreeSet<Integer> ids) throws IOException {
        StoreMeta changed = meta.withDroppedTables(ids);
        boolean written = false;
        try {
            onEachHealthy(drive -> write(drive.root(), changed.on(drive.id())));
            written = true;
        } finally {
            // A revision is never tried twice: a failed write may have left it somewhere.
            meta = written ? changed : changed.withDroppedTables(meta.droppedTables());
        }
    }

    /** One write to a drive. */
    @FunctionalInterface
    interface DriveWrite {
        void to(Drive drive) throws IOException;
    }

    /**
     * Writes to every healthy drive. A drive that fails is out from then on. One that is full is passed over, so that it
     * does not stop the others: what it lacks it gets with the next write or at the next open.
     *
     * @throws IOException when no drive took it
     */
    void onEachHealthy(DriveWrite write) throws IOException {
        int written = 0;
        IOException last = null;
        for (Drive drive : drives) {
            if (drive.isHealthy()) {
                try {
                    write.to(drive);
                    written++;
                } catch (NoSpaceException e) {
                    last = e;
                } catch (IOException e) {
                    drive.fail(e);
                    last = last instanceof NoSpaceException ? last : e;
                }
            }
        }
        if (written == 0) {
            throw last != null
                    ? last
                    : new IOException("no healthy drive left", drives.get(0).fault());
        }
    }

    /**
     * Gives up for good the drives that are not among these roots. What is on them is lost to the store, and they are
     * refused should they turn up again.
     *
     * @return how many
     */
    public static int forgetMissing(FileSystem fileSystem, List<Path> roots, String holder) throws IOException {
        DriveSetOptions options = new DriveSetOptions(true, new UUID(0, 0), holder);
        DrivePlan plan = DrivePlan.of(probe(fileSystem, DriveRoots.resolve(fileSystem, roots)), options);
        if (plan.known().isEmpty()) {
            throw noStore(roots.get(0));
        }
        List<Path> present = plan.known().stream().map(DriveProbe::root).toList();
        try (DriveSet set = open(fileSystem, present, options)) {
            set.keepOnlyPresent();
            return set.missing().size();
        }
    }

    private synchronized void keepOnlyPresent() throws IOException {
        SortedMap<Integer, String> listed = new TreeMap<>();
        drives.forEach(drive -> listed.put(drive.id(), drive.root().toString()));
        StoreMeta changed = meta.withDrives(listed).without(new TreeSet<>());
        onEachHealthy(drive -> write(drive.root(), changed.on(drive.id())));
        meta = changed;
    }

    /** Deletes a store: everything that is its own, and nothing else. The roots themselves stay. */
    public static void destroy(FileSystem fileSystem, List<Path> roots, String holder) throws IOException {
        List<Path> resolved = DriveRoots.resolve(fileSystem, roots);
        List<Path> stores = new ArrayList<>();
        for (Path root : resolved) {
            if (DriveProbe.of(fileSystem, root).meta().isPresent()) {
                stores.add(root);
            }
        }
        if (stores.isEmpty()) {
            throw noStore(resolved.get(0));
        }
        Map<Path, DriveLock> locks = lock(fileSystem, stores, holder);
        try {
            for (Path root : stores) {
                DriveCleaner.clean(fileSystem, root);
                // Still held: whoever opened the file before finds no store when he has his lock, and starts over.
                MetaFiles.deleteIfThere(fileSystem, root.resolve(Drive.LOCK));
            }
        } finally {
            unlock(fileSystem, locks);
        }
    }

    private static IOException noStore(Path root) {
        return new DriveRefusedException(
                root.toString(), DriveRefusedException.Reason.MISSING, root + " is no drive of a store");
    }

    /** Gives the locks back; nothing may use the drives after that. */
    @Override
    public void close() throws IOException {
        unlock(fileSystem, locks);
    }

    @Override
    public String toString() {
        return drives.toString();
    }
}
