package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Finds a table's segments at open, on all drives, and has those recovered that were active at a crash. The files are looked
 * at by several threads at once; what was found is put together by the one that opens the table.
 */
public final class SegmentLoader {
    private static final System.Logger LOG = System.getLogger(SegmentLoader.class.getName());

    private final TableMeta meta;
    private final TableFiles files;
    private final SegmentMap segments;
    private final KeyHash hasher;
    private final ConcurrentLinkedQueue<SegmentRecovery> idle = new ConcurrentLinkedQueue<>();
    private final List<Leftover> leftovers = new ArrayList<>();
    private final List<CorruptException> damage = new ArrayList<>();

    /** A file in the table's folder that is no segment, or no longer: to be made a spare or deleted. */
    public record Leftover(Drive drive, Path path) {}

    private record Place(TableFolder folder, long sequence) {}

    private record Looked(Place place, RecoveredSegment found) {}

    public SegmentLoader(TableMeta meta, TableFiles files, SegmentMap segments, KeyHash hasher) {
        this.meta = meta;
        this.files = files;
        this.segments = segments;
        this.hasher = hasher;
    }

    /** Looks at every file, and puts the segments into the map. */
    public void load(List<Drive> drives) throws IOException {
        List<Place> places = new ArrayList<>();
        for (Drive drive : drives) {
            TableFolder folder = new TableFolder(drive, meta.name());
            for (long sequence : folder.segments()) {
                places.add(new Place(folder, sequence));
            }
        }
        for (Looked looked : lookAtAll(places)) {
            take(looked.place(), looked.found());
        }
    }

    private List<Looked> lookAtAll(List<Place> places) throws IOException {
        ConcurrentLinkedQueue<IOException> failures = new ConcurrentLinkedQueue<>();
        List<Looked> all = new ArrayList<>();
        places.parallelStream().map(place -> lookAt(place, failures)).forEachOrdered(all::add);
        if (!failures.isEmpty()) {
            throw failures.peek();
        }
        return all;
    }

    private Looked lookAt(Place place, ConcurrentLinkedQueue<IOException> failures) {
        SegmentRecovery recovery = idle.poll();
        if (recovery == null) {
            recovery = new SegmentRecovery(new SegmentFileScan(), hasher);
        }
        try {
            Path path = place.folder().segment(place.sequence());
            FileSystem fileSystem = place.folder().drive().fileSystem();
            long end = meta.abandonedEnd(place.sequence());
            return new Looked(place, recovery.recover(fileSystem, path, place.sequence(), end));
        } catch (IOException e) {
            failures.add(e);
            return new Looked(place, null);
        } finally {
            idle.add(recovery);
        }
    }

    private void take(Place place, RecoveredSegment found) throws IOException {
        Drive drive = place.folder().drive();
        Path path = place.folder().segment(place.sequence());
        switch (found.state()) {
            case SEALED, RECOVERED -> add(drive, path, found);
            case EMPTY, SPARE -> leftovers.add(new Leftover(drive, path));
            case DAMAGED -> quarantine(drive, path, found.error());
            default -> throw new AssertionError(found.state());
        }
    }

    private void add(Drive drive, Path path, RecoveredSegment found) throws IOException {
        Seal seal = found.seal();
        SegmentOwner owner = seal.header().owner();
        if (!owner.storeId().equals(meta.storeId()) || owner.tableId() != meta.tableId()) {
            quarantine(drive, path, new IOException("it belongs to another table"));
            return;
        }
        Segment twin = segments.get(seal.header().sequence());
        if (twin != null) {
            quarantine(drive, path, new IOException("it is a copy of " + twin.path()));
            return;
        }
        if (found.error() != null) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} stays unsealed: {1}",
                    path,
                    found.error().getMessage());
        }
        for (Damage each : found.damage()) {
            damage.add(new CorruptException(
                    path.toString(), each.offset(), "whole records up to " + each.end(), each.what()));
        }
        segments.add(new Segment(seal, files, drive));
    }

    /** On a full or failed drive it stays where it is, and is passed over. */
    private void quarantine(Drive drive, Path path, IOException reason) {
        try {
            Path there = drive.quarantine(path);
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} is no segment, moved to {1}: {2}",
                    path,
                    there,
                    reason.getMessage());
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} is no segment: {1}", path, reason.getMessage());
        }
        damage.add(
                reason instanceof CorruptException known
                        ? known
                        : new CorruptException(path.toString(), 0, "a segment of " + meta.name(), reason.getMessage()));
    }

    public List<Leftover> leftovers() {
        return List.copyOf(leftovers);
    }

    /** Bytes that had been durable and are not what was written. */
    public List<CorruptException> damage() {
        return List.copyOf(damage);
    }
}
