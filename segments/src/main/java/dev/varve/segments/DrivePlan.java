package dev.varve.segments;

import dev.varve.segments.DriveRefusedException.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides from what was found at the roots whether they make up a store, which of them are new, and what is missing.
 *
 * @param meta the newest there is
 * @param known roots with an identity
 * @param added roots that get one
 * @param missing drives that are not there, with the path each was last seen at
 */
record DrivePlan(StoreMeta meta, List<DriveProbe> known, List<DriveProbe> added, SortedMap<Integer, String> missing) {

    static DrivePlan of(List<DriveProbe> probes, DriveSetOptions options) throws DriveRefusedException {
        List<DriveProbe> known = new ArrayList<>();
        List<DriveProbe> blank = new ArrayList<>();
        for (DriveProbe probe : probes) {
            (probe.meta().isPresent() ? known : blank).add(probe);
        }
        if (known.isEmpty()) {
            return new DrivePlan(StoreMeta.first(options.newStoreId()), known, blank, new TreeMap<>());
        }
        StoreMeta newest = newest(known);
        checkIdentities(known, newest);
        SortedMap<Integer, String> missing = new TreeMap<>(newest.drives());
        known.forEach(probe -> missing.remove(id(probe)));
        if (missing.isEmpty()) {
            return new DrivePlan(newest, known, blank, missing);
        }
        if (!options.allowMissingDrives()) {
            throw missing(newest, blank, missing);
        }
        // A blank root may be the empty mount point of what is missing: nothing is created there.
        return new DrivePlan(newest, known, List.of(), missing);
    }

    private static StoreMeta newest(List<DriveProbe> known) {
        StoreMeta newest = known.get(0).meta().orElseThrow();
        TreeSet<Integer> dropped = new TreeSet<>();
        for (DriveProbe probe : known) {
            StoreMeta meta = probe.meta().orElseThrow();
            newest = meta.revision() > newest.revision() ? meta : newest;
            dropped.addAll(meta.droppedTables());
        }
        return dropped.equals(newest.droppedTables()) ? newest : newest.withDroppedTables(dropped);
    }

    private static void checkIdentities(List<DriveProbe> known, StoreMeta newest) throws DriveRefusedException {
        Map<Integer, Path> roots = new HashMap<>();
        for (DriveProbe probe : known) {
            Path root = probe.root();
            StoreMeta meta = probe.meta().orElseThrow();
            if (!meta.storeId().equals(newest.storeId())) {
                throw foreign(
                        root,
                        "belongs to the store " + meta.storeId() + ", and "
                                + known.get(0).root() + " to the store "
                                + known.get(0).meta().orElseThrow().storeId());
            }
            Path twin = roots.put(meta.driveId(), root);
            if (twin != null) {
                throw foreign(root, "and " + twin + " are both drive " + meta.driveId() + ": one is a copy");
            }
            if (!newest.drives().containsKey(meta.driveId())) {
                throw foreign(root, "is drive " + meta.driveId() + ", which was given up");
            }
        }
        for (DriveProbe a : known) {
            for (DriveProbe b : known) {
                if (a.meta().orElseThrow().without().contains(id(b))
                        && b.meta().orElseThrow().without().contains(id(a))) {
                    throw foreign(
                            a.root(),
                            "and " + b.root() + " were each opened without the other, so their tables no longer fit"
                                    + " together; give one of them up");
                }
            }
        }
    }

    private static DriveRefusedException missing(
            StoreMeta newest, List<DriveProbe> blank, SortedMap<Integer, String> missing) {
        List<String> drives = new ArrayList<>();
        missing.forEach((id, path) -> drives.add("drive " + id + " (last seen at " + path + ")"));
        StringBuilder message = new StringBuilder();
        message.append(String.join(", ", drives)).append(" of the store ").append(newest.storeId());
        message.append(missing.size() == 1 ? " is" : " are").append(" missing");
        for (DriveProbe probe : blank) {
            message.append("; ").append(probe.root()).append(probe.present() ? " is empty" : " does not exist");
        }
        String root = blank.isEmpty()
                ? missing.get(missing.firstKey())
                : blank.get(0).root().toString();
        return new DriveRefusedException(root, Reason.MISSING, message.toString());
    }

    private static DriveRefusedException foreign(Path root, String message) {
        return new DriveRefusedException(root.toString(), Reason.FOREIGN, root + " " + message);
    }

    private static int id(DriveProbe probe) {
        return probe.meta().orElseThrow().driveId();
    }

    /** All roots that the store will use. */
    List<Path> roots() {
        List<Path> roots = new ArrayList<>();
        known.forEach(probe -> roots.add(probe.root()));
        added.forEach(probe -> roots.add(probe.root()));
        return roots;
    }
}
