package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Small files that are replaced whole: written to a temporary name, synced, renamed, and the directory synced. Each lies
 * there twice, under a second name too, so that one unreadable file costs nothing, on a single drive either.
 */
final class MetaFiles {
    static final String TEMPORARY = ".tmp";
    static final String COPY = ".copy";

    private MetaFiles() {}

    /** Reads one kind of metadata. */
    @FunctionalInterface
    interface Reader<T> {
        T read(StoreFile file) throws IOException;
    }

    /** Whatever a crash leaves, each of the two names leads to the old or to the new file, whole. */
    static void write(FileSystem fileSystem, Path path, ByteBuffer bytes) throws IOException {
        Path copy = copy(path);
        writeTemporary(fileSystem, path, bytes.duplicate());
        writeTemporary(fileSystem, copy, bytes.duplicate());
        fileSystem.rename(temporary(path), path);
        fileSystem.rename(temporary(copy), copy);
        fileSystem.syncDirectory(path.getParent());
    }

    private static void writeTemporary(FileSystem fileSystem, Path path, ByteBuffer bytes) throws IOException {
        Path temporary = temporary(path);
        deleteIfThere(fileSystem, temporary);
        try (StoreFile file = fileSystem.open(temporary, OpenMode.CREATE)) {
            file.write(bytes, 0);
            file.sync();
        }
    }

    private static Path temporary(Path path) {
        return path.resolveSibling(path.getFileName() + TEMPORARY);
    }

    static Path copy(Path path) {
        return path.resolveSibling(path.getFileName() + COPY);
    }

    /**
     * What was found.
     *
     * @param complete whether file and copy are both whole and equal
     */
    record Found<T>(T value, boolean complete) {}

    /**
     * Reads the file, or its copy where that alone is whole. Empty when neither exists; the file's own error when neither
     * can be read. A file of a newer format is never passed over in favour of an older copy.
     */
    static <T> Optional<Found<T>> read(FileSystem fileSystem, Path path, Reader<T> reader) throws IOException {
        CorruptException[] error = new CorruptException[1];
        Optional<T> first = readOne(fileSystem, path, reader, error);
        Optional<T> second = readOne(fileSystem, copy(path), reader, error);
        if (first.isEmpty() && second.isEmpty()) {
            if (error[0] != null) {
                throw error[0];
            }
            return Optional.empty();
        }
        boolean complete = first.equals(second);
        return Optional.of(new Found<>(first.orElseGet(second::orElseThrow), complete));
    }

    private static <T> Optional<T> readOne(FileSystem fileSystem, Path path, Reader<T> reader, CorruptException[] error)
            throws IOException {
        if (!fileSystem.exists(path)) {
            return Optional.empty();
        }
        try (StoreFile file = fileSystem.open(path, OpenMode.READ)) {
            return Optional.of(reader.read(file));
        } catch (CorruptException e) {
            error[0] = error[0] == null ? e : error[0];
            return Optional.empty();
        }
    }

    static void delete(FileSystem fileSystem, Path path) throws IOException {
        for (Path each : new Path[] {path, copy(path)}) {
            deleteIfThere(fileSystem, each);
            deleteIfThere(fileSystem, temporary(each));
        }
    }

    static void deleteIfThere(FileSystem fileSystem, Path path) throws IOException {
        if (fileSystem.exists(path)) {
            fileSystem.delete(path);
        }
    }
}
