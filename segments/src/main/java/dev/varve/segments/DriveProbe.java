package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What was found at a root, without changing anything there.
 *
 * @param present whether there is a directory
 * @param meta what its {@code varve.store} says, if it has one
 * @param complete whether that file and its copy are both whole
 */
record DriveProbe(Path root, boolean present, Optional<StoreMeta> meta, boolean complete) {
    static DriveProbe of(FileSystem fileSystem, Path root) throws IOException {
        if (!fileSystem.exists(root)) {
            return new DriveProbe(root, false, Optional.empty(), false);
        }
        if (!fileSystem.isDirectory(root)) {
            throw new DriveRefusedException(
                    root.toString(), DriveRefusedException.Reason.UNUSABLE, root + " is no directory");
        }
        Optional<MetaFiles.Found<StoreMeta>> found =
                MetaFiles.read(fileSystem, root.resolve(Drive.META), StoreMetaLayout::read);
        if (found.isPresent()) {
            return new DriveProbe(
                    root, true, Optional.of(found.get().value()), found.get().complete());
        }
        checkNoTables(fileSystem, root);
        return new DriveProbe(root, true, Optional.empty(), false);
    }

    /** A drive that has lost its identity must not become a new one. */
    private static void checkNoTables(FileSystem fileSystem, Path root) throws IOException {
        for (String name : fileSystem.list(root)) {
            if (FileNames.isTable(name) && fileSystem.exists(root.resolve(name).resolve(TableFolder.META))) {
                throw new DriveRefusedException(
                        root.toString(),
                        DriveRefusedException.Reason.FOREIGN,
                        root + " holds the table " + name + ", but its " + Drive.META
                                + " is gone; restore that file from a backup of this drive");
            }
        }
    }
}
