package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;

/** Deletes everything of a store from one drive, its identity last. What is not ours stays. */
final class DriveCleaner {
    private DriveCleaner() {}

    static void clean(FileSystem fileSystem, Path root) throws IOException {
        for (String name : fileSystem.list(root)) {
            Path path = root.resolve(name);
            if (isTableFolder(fileSystem, path, name)) {
                TableFolder.delete(fileSystem, path);
            }
        }
        deleteFiles(fileSystem, root.resolve(Drive.SPARE));
        deleteFiles(fileSystem, root.resolve(Drive.QUARANTINE));
        MetaFiles.delete(fileSystem, root.resolve(Drive.META));
        fileSystem.syncDirectory(root);
    }

    private static boolean isTableFolder(FileSystem fileSystem, Path path, String name) {
        if (!fileSystem.isDirectory(path)) {
            return false;
        }
        Path meta = path.resolve(TableFolder.META);
        boolean named = FileNames.isTable(name) || FileNames.isDropped(name);
        return named && (fileSystem.exists(meta) || fileSystem.exists(MetaFiles.copy(meta)));
    }

    private static void deleteFiles(FileSystem fileSystem, Path folder) throws IOException {
        if (!fileSystem.isDirectory(folder)) {
            return;
        }
        for (String name : fileSystem.list(folder)) {
            boolean ours = name.contains(FileNames.SEGMENT_SUFFIX)
                    || name.contains(FileNames.INDEX_SUFFIX)
                    || name.contains(FileNames.SPARE_SUFFIX);
            if (ours && !fileSystem.isDirectory(folder.resolve(name))) {
                fileSystem.delete(folder.resolve(name));
            }
        }
        TableFolder.deleteIfEmpty(fileSystem, folder);
    }
}
