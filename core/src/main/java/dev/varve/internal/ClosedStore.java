package dev.varve.internal;

import dev.varve.segments.DiskFileSystem;
import dev.varve.segments.DriveSet;
import dev.varve.segments.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What can be done to a store that is not open. Stateless. */
final class ClosedStore {
    private ClosedStore() {}

    static void destroy(List<Path> drives) {
        destroy(new DiskFileSystem(), drives);
    }

    static void destroy(FileSystem fileSystem, List<Path> drives) {
        try {
            DriveSet.destroy(fileSystem, drives, Holder.text());
        } catch (IOException e) {
            throw Failures.ofOpen(e);
        }
    }

    static int forgetMissingDrives(List<Path> present) {
        return forgetMissingDrives(new DiskFileSystem(), present);
    }

    static int forgetMissingDrives(FileSystem fileSystem, List<Path> present) {
        try {
            return DriveSet.forgetMissing(fileSystem, present, Holder.text());
        } catch (IOException e) {
            throw Failures.ofOpen(e);
        }
    }
}
