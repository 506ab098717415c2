package dev.varve.segments;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What {@code varve.store} says, the same on every drive but for the drive's own id.
 *
 * @param driveId of the drive that this lies on
 * @param revision the highest wins
 * @param nextDriveId ids below it were given out, and are not given out again
 * @param drives ids of all drives, each with the path it was last seen at, for messages only
 * @param without ids of drives that the store was opened without since it last was complete
 * @param droppedTables ids of tables whose folders are to be deleted wherever they turn up
 */
record StoreMeta(
        UUID storeId,
        int driveId,
        long revision,
        int nextDriveId,
        SortedMap<Integer, String> drives,
        SortedSet<Integer> without,
        SortedSet<Integer> droppedTables) {

    StoreMeta {
        drives = Collections.unmodifiableSortedMap(new TreeMap<>(drives));
        without = Collections.unmodifiableSortedSet(new TreeSet<>(without));
        droppedTables = Collections.unmodifiableSortedSet(new TreeSet<>(droppedTables));
    }

    static StoreMeta first(UUID storeId) {
        return new StoreMeta(storeId, 0, 0, 0, new TreeMap<>(), new TreeSet<>(), new TreeSet<>());
    }

    /** The same as it lies on another drive. */
    StoreMeta on(int otherDriveId) {
        return new StoreMeta(storeId, otherDriveId, revision, nextDriveId, drives, without, droppedTables);
    }

    StoreMeta withDrives(Map<Integer, String> newDrives) {
        int next = nextDriveId;
        for (int id : newDrives.keySet()) {
            next = Math.max(next, id + 1);
        }
        return new StoreMeta(storeId, driveId, revision + 1, next, new TreeMap<>(newDrives), without, droppedTables);
    }

    StoreMeta without(Set<Integer> missing) {
        return new StoreMeta(
                storeId, driveId, revision + 1, nextDriveId, drives, new TreeSet<>(missing), droppedTables);
    }

    StoreMeta withDroppedTables(Set<Integer> ids) {
        return new StoreMeta(storeId, driveId, revision + 1, nextDriveId, drives, without, new TreeSet<>(ids));
    }
}
