package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What lies on the drives of a store, seen from outside: nothing is locked, created or changed. So it serves for a store
 * that does not open, and for one that is open elsewhere, whose files come and go meanwhile. What is wrong is listed
 * instead of thrown. Immutable.
 *
 * @param storeId empty where no drive has readable metadata
 * @param missing drives of the store that are not among those looked at, with the path each was last seen at
 * @param findings what is wrong with drives and metadata; segments were not opened
 */
public record StoreSurvey(
        Optional<UUID> storeId,
        List<DriveSurvey> drives,
        SortedMap<Integer, String> missing,
        List<TableSurvey> tables,
        List<Finding> findings) {

    public StoreSurvey {
        drives = List.copyOf(drives);
        tables = List.copyOf(tables);
        findings = List.copyOf(findings);
    }

    /**
     * Looks at the drives at these roots.
     *
     * @throws DriveRefusedException when none of them is a drive of a store, or they overlap
     */
    public static StoreSurvey of(FileSystem fileSystem, List<Path> roots) throws IOException {
        return new Survey(fileSystem).of(DriveRoots.resolve(fileSystem, roots));
    }

    /**
     * Those of the roots that are no drive of any store: missing, or empty.
     *
     * @throws FormatException when the metadata of one cannot be read
     */
    public static List<Path> blankRoots(FileSystem fileSystem, List<Path> roots) throws IOException {
        List<Path> blank = new ArrayList<>();
        for (Path root : DriveRoots.resolve(fileSystem, roots)) {
            if (DriveProbe.of(fileSystem, root).meta().isEmpty()) {
                blank.add(root);
            }
        }
        return blank;
    }

    public Optional<TableSurvey> table(String name) {
        return tables.stream().filter(table -> table.name().equals(name)).findFirst();
    }

    /** One look, by one thread. */
    private static final class Survey {
        private final FileSystem fileSystem;
        private final List<Finding> findings = new ArrayList<>();
        private final MetaSurvey metas;
        private final Map<Path, StoreMeta> identities = new TreeMap<>();
        private UUID storeId;
        private StoreMeta newest;

        Survey(FileSystem fileSystem) {
            this.fileSystem = fileSystem;
            this.metas = new MetaSurvey(fileSystem, findings);
        }

        StoreSurvey of(List<Path> roots) throws DriveRefusedException {
            for (Path root : roots) {
                identify(root);
            }
            if (identities.isEmpty() && findings.stream().noneMatch(Finding::isProblem)) {
                Path root = roots.get(0);
                throw new DriveRefusedException(
                        root.toString(),
                        DriveRefusedException.Reason.MISSING,
                        roots.size() == 1 ? "no store in " + root : "no store in any of " + roots);
            }
            SortedMap<Integer, String> missing = compareIdentities();
            TableSurveys tables = new TableSurveys(fileSystem, metas, findings, storeId);
            List<DriveSurvey> drives = new ArrayList<>();
            for (Path root : roots) {
                if (fileSystem.isDirectory(root)) {
                    StoreMeta meta = identities.get(root);
                    int id = meta == null ? -1 : meta.driveId();
                    List<Path> leaving = tables.lookAt(new Drive(id, root, fileSystem, false), dropped());
                    drives.add(new DriveLook(fileSystem, root, findings).survey(meta, leaving));
                } else {
                    String found = fileSystem.exists(root) ? "no directory" : "nothing";
                    findings.add(Finding.problem(root, "a drive of the store", found));
                }
            }
            return new StoreSurvey(Optional.ofNullable(storeId), drives, missing, tables.all(), findings);
        }

        private void identify(Path root) {
            if (fileSystem.isDirectory(root)) {
                Path path = root.resolve(Drive.META);
                metas.read(path, StoreMetaLayout::read).ifPresent(meta -> identities.put(root, meta));
            }
        }

        /** Says what keeps the drives from being one store; gives the drives that are missing. */
        private SortedMap<Integer, String> compareIdentities() {
            Map<Integer, Path> byId = new TreeMap<>();
            for (Map.Entry<Path, StoreMeta> each : identities.entrySet()) {
                Path root = each.getKey();
                StoreMeta meta = each.getValue();
                storeId = storeId == null ? meta.storeId() : storeId;
                if (!meta.storeId().equals(storeId)) {
                    findings.add(Finding.problem(root, "a drive of the store " + storeId, "one of " + meta.storeId()));
                    continue;
                }
                newest = newest == null || meta.revision() > newest.revision() ? meta : newest;
                Path twin = byId.put(meta.driveId(), root);
                if (twin != null) {
                    findings.add(Finding.problem(
                            root, "a drive id of its own", "id " + meta.driveId() + ", which " + twin + " has too"));
                }
            }
            SortedMap<Integer, String> missing = newest == null ? new TreeMap<>() : new TreeMap<>(newest.drives());
            for (Map.Entry<Integer, Path> each : byId.entrySet()) {
                if (missing.remove(each.getKey()) == null) {
                    String gone = "drive " + each.getKey() + ", which was given up";
                    findings.add(Finding.problem(each.getValue(), "a drive of the store " + storeId, gone));
                }
            }
            missing.forEach((id, path) -> findings.add(
                    Finding.problem(Path.of(path), "drive " + id + " of the store", "not among the drives given")));
            return missing;
        }

        private List<Integer> dropped() {
            List<Integer> ids = new ArrayList<>();
            identities.values().forEach(meta -> ids.addAll(meta.droppedTables()));
            return ids;
        }
    }
}
