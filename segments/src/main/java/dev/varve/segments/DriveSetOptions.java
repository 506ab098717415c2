package dev.varve.segments;

import java.util.UUID;

/**
 * How the drives of a store are opened.
 *
 * @param allowMissingDrives open without drives that are not there
 * @param newStoreId the id of the store, should there be none yet
 * @param holder who opens it, for people: written to {@code varve.lock.txt}
 */
public record DriveSetOptions(boolean allowMissingDrives, UUID newStoreId, String holder) {}
