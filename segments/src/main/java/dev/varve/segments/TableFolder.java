package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/** Where a table's files lie on one drive. Stateless: names only, and what the file system has of them. */
public final class TableFolder {
    static final String META = "table.meta";
    static final String INDEX = "index";

    private final Drive drive;
    private final Path path;

    public TableFolder(Drive drive, String table) {
        this.drive = drive;
        this.path = drive.root().resolve(table);
    }

    public Drive drive() {
        return drive;
    }

    public Path path() {
        return path;
    }

    public Path segment(long sequence) {
        return path.resolve(FileNames.segment(sequence));
    }

    public Path indexFolder() {
        return path.resolve(INDEX);
    }

    public Path index(long number) {
        return indexFolder().resolve(FileNames.index(number));
    }

    /** Makes sure that the folder is there, durably. */
    public void create() throws IOException {
        drive.fileSystem().createDirectories(path);
    }

    /** Sequences of the segment files here, rising. */
    public List<Long> segments() throws IOException {
        return numbers(drive.fileSystem(), path, FileNames.SEGMENT_SUFFIX);
    }

    /** Numbers of the index files here, rising. */
    public List<Long> indexes() throws IOException {
        return numbers(drive.fileSystem(), indexFolder(), FileNames.INDEX_SUFFIX);
    }

    /** Numbers of the spares of a drive, rising. */
    public static List<Long> spares(Drive drive) throws IOException {
        return numbers(drive.fileSystem(), drive.spareFolder(), FileNames.SPARE_SUFFIX);
    }

    private static List<Long> numbers(FileSystem fileSystem, Path folder, String suffix) throws IOException {
        List<Long> numbers = new ArrayList<>();
        if (fileSystem.isDirectory(folder)) {
            for (String name : fileSystem.list(folder)) {
                OptionalLong number = FileNames.number(name, suffix);
                if (number.isPresent()) {
                    numbers.add(number.getAsLong());
                }
            }
        }
        Collections.sort(numbers);
        return numbers;
    }

    /** The files of a table's folder that are ours; whatever else lies there is not listed. */
    public static List<Path> files(FileSystem fileSystem, Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        Path index = folder.resolve(INDEX);
        if (fileSystem.isDirectory(index)) {
            for (String name : fileSystem.list(index)) {
                if (FileNames.number(withoutTemporary(name), FileNames.INDEX_SUFFIX)
                        .isPresent()) {
                    files.add(index.resolve(name));
                }
            }
        }
        for (String name : fileSystem.list(folder)) {
            if (FileNames.number(name, FileNames.SEGMENT_SUFFIX).isPresent()) {
                files.add(folder.resolve(name));
            }
        }
        return files;
    }

    private static String withoutTemporary(String name) {
        return name.endsWith(MetaFiles.TEMPORARY)
                ? name.substring(0, name.length() - MetaFiles.TEMPORARY.length())
                : name;
    }

    /**
     * Deletes what {@link #files} has listed and is still there, then the metadata, and the folders if nothing of someone
     * else's is left in them.
     */
    public static void delete(FileSystem fileSystem, Path folder) throws IOException {
        for (Path file : files(fileSystem, folder)) {
            fileSystem.delete(file);
        }
        MetaFiles.delete(fileSystem, folder.resolve(META));
        deleteIfEmpty(fileSystem, folder.resolve(INDEX));
        deleteIfEmpty(fileSystem, folder);
    }

    static void deleteIfEmpty(FileSystem fileSystem, Path folder) throws IOException {
        if (fileSystem.isDirectory(folder) && fileSystem.list(folder).isEmpty()) {
            fileSystem.delete(folder);
            fileSystem.syncDirectory(folder.getParent());
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
