package dev.varve.segments;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Gathers the tables of a store, drive by drive. For one thread. */
final class TableSurveys {
    private final FileSystem fileSystem;
    private final MetaSurvey metas;
    private final List<Finding> findings;
    private final UUID storeId;
    private final Map<String, List<TableFolder>> folders = new TreeMap<>();
    private final Map<String, TableMeta> newest = new TreeMap<>();

    TableSurveys(FileSystem fileSystem, MetaSurvey metas, List<Finding> findings, UUID storeId) {
        this.fileSystem = fileSystem;
        this.metas = metas;
        this.findings = findings;
        this.storeId = storeId;
    }

    /** Returns the folders there of tables that were dropped. */
    List<Path> lookAt(Drive drive, Collection<Integer> droppedIds) {
        List<Path> dropped = new ArrayList<>();
        try {
            for (String name : fileSystem.list(drive.root())) {
                TableFolder folder = new TableFolder(drive, name);
                if (FileNames.isDropped(name)
                        || FileNames.isTable(name)
                                && fileSystem.isDirectory(folder.path())
                                && isDropped(folder, name, droppedIds)) {
                    dropped.add(folder.path());
                }
            }
        } catch (IOException e) {
            findings.add(Finding.problem(drive.root(), "a readable folder", String.valueOf(e.getMessage())));
        }
        return dropped;
    }

    /** Takes up a folder, unless it is a dropped table's. */
    private boolean isDropped(TableFolder folder, String name, Collection<Integer> droppedIds) throws IOException {
        Path path = folder.path().resolve(TableFolder.META);
        Optional<TableMeta> read = metas.read(path, TableMetaLayout::read);
        if (read.isEmpty()) {
            if (fileSystem.exists(path) || fileSystem.exists(MetaFiles.copy(path)) || hasSegments(folder)) {
                folders.computeIfAbsent(name, key -> new ArrayList<>()).add(folder);
                if (!fileSystem.exists(path)) {
                    findings.add(Finding.problem(path, "the table's metadata", "no file"));
                }
            }
            return false;
        }
        TableMeta meta = read.get();
        if (storeId != null && !meta.storeId().equals(storeId)) {
            findings.add(Finding.problem(path, "a table of the store " + storeId, "one of " + meta.storeId()));
        } else if (droppedIds.contains(meta.tableId())) {
            return true;
        } else if (!meta.name().equals(name)) {
            findings.add(Finding.note(folder.path(), "the table " + name, "a copy of " + meta.name() + ", ignored"));
        } else {
            take(folder, meta);
        }
        return false;
    }

    private boolean hasSegments(TableFolder folder) throws IOException {
        try {
            return !folder.segments().isEmpty();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void take(TableFolder folder, TableMeta meta) {
        TableMeta other = newest.get(meta.name());
        if (other != null && other.tableId() != meta.tableId()) {
            // One of them may be the rest of a creation that failed: it has no sequences yet.
            if (other.sequenceReserved() > 0 && meta.sequenceReserved() > 0) {
                findings.add(Finding.problem(
                        folder.path(),
                        "one table of this name, with id " + Integer.toUnsignedString(other.tableId()),
                        "another one with id " + Integer.toUnsignedString(meta.tableId())));
            }
            if (meta.sequenceReserved() == 0 || other.sequenceReserved() > 0) {
                return;
            }
        }
        folders.computeIfAbsent(meta.name(), key -> new ArrayList<>()).add(folder);
        boolean newer = other == null || other.tableId() != meta.tableId() || meta.revision() > other.revision();
        if (newer) {
            newest.put(meta.name(), meta);
        }
    }

    /** All that were found, by name. */
    List<TableSurvey> all() {
        List<TableSurvey> tables = new ArrayList<>();
        folders.forEach((name, each) ->
                tables.add(TableSurvey.of(name, Optional.ofNullable(newest.get(name)), each, findings)));
        return tables;
    }
}
