package dev.varve.segments;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * One drive of a store as a {@link StoreSurvey} saw it.
 *
 * @param id empty where its metadata cannot be read
 * @param holder what the text beside the lock says, or empty; a process that was killed leaves it behind
 * @param space null where it cannot be told
 * @param spares files waiting to be written over
 * @param leaving files waiting for their deletion: expired, or of dropped tables
 * @param quarantined files whose beginnings could not be read when the store was opened
 */
public record DriveSurvey(
        Path root,
        OptionalInt id,
        String holder,
        Space space,
        List<FileLength> spares,
        List<FileLength> leaving,
        List<FileLength> quarantined) {

    /** A file and its length in bytes. */
    public record FileLength(Path path, long length) {}

    public DriveSurvey {
        spares = List.copyOf(spares);
        leaving = List.copyOf(leaving);
        quarantined = List.copyOf(quarantined);
    }
}
