package dev.varve.segments;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The only way to files. Everything of a store that touches a disk goes through here, so that a test can put memory, or
 * faults, in its place. An error for want of space is always a {@link NoSpaceException}.
 */
public interface FileSystem {
    /** The alignment of direct writes, and the unit in which the formats lay out their blocks. */
    int BLOCK = 4096;

    StoreFile open(Path path, OpenMode mode) throws IOException;

    /** Creates what is missing of a directory's path, each step durable. */
    void createDirectories(Path directory) throws IOException;

    /** Makes durable which names a directory holds. */
    void syncDirectory(Path directory) throws IOException;

    /** Atomic; replaces a file of the new name. */
    void rename(Path from, Path to) throws IOException;

    /** Removes a file or an empty directory. */
    void delete(Path path) throws IOException;

    /** Gives an existing file a second name. */
    void link(Path link, Path existing) throws IOException;

    /** The names in a directory, sorted. */
    List<String> list(Path directory) throws IOException;

    boolean exists(Path path);

    boolean isDirectory(Path path);

    long length(Path path) throws IOException;

    /** How many names a file has. */
    int linkCount(Path path) throws IOException;

    /** Equal for two paths exactly if they lead to the same file or directory. */
    Object fileKey(Path path) throws IOException;

    /** The path without links, dots and relative parts; the path must exist. */
    Path canonical(Path path) throws IOException;

    Space space(Path path) throws IOException;

    /**
     * Takes an operating system's lock on a file, which is created if missing. Nothing else may ever open that file:
     * closing it again would drop the lock.
     *
     * @return what gives the lock back, or null when it is held by someone else
     */
    Closeable tryLock(Path path) throws IOException;

    /** Whether a file can be opened for direct writes; tries it on this existing file, writing nothing. */
    boolean supportsDirect(Path file);
}
