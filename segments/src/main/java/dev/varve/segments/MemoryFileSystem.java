package dev.varve.segments;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file system on the heap, for tests and for stores that need not outlive their process. Its names are guarded by this
 * object's monitor, the bytes of each file by a lock of its own.
 */
public final class MemoryFileSystem implements FileSystem {
    private final MemoryBudget budget;
    private final Directory root = new Directory();

    /** Without a bound but the heap's. */
    public MemoryFileSystem() {
        this(Long.MAX_VALUE);
    }

    /** With room for so many bytes, counted in blocks of 4096. */
    public MemoryFileSystem(long bytesMax) {
        budget = new MemoryBudget(bytesMax);
    }

    /** What a name leads to. */
    private static final class Directory {
        final Map<String, Object> entries = new TreeMap<>();
    }

    /** Changes the room, to fill the device up or to make space. */
    public void bytesMax(long bytesMax) {
        budget.bytesMax(bytesMax);
    }

    @Override
    public synchronized StoreFile open(Path path, OpenMode mode) throws IOException {
        Directory directory = parent(path);
        Object entry = directory.entries.get(name(path));
        if (mode.creates()) {
            if (entry != null) {
                throw new FileAlreadyExistsException(path.toString());
            }
            entry = new MemoryNode(budget);
            directory.entries.put(name(path), entry);
        }
        return new MemoryFile(file(entry, path), path, mode);
    }

    @Override
    public synchronized void createDirectories(Path directory) throws IOException {
        Directory at = root;
        for (Path part : normal(directory)) {
            Object next = at.entries.computeIfAbsent(part.toString(), name -> new Directory());
            if (!(next instanceof Directory)) {
                throw new FileAlreadyExistsException(directory.toString());
            }
            at = (Directory) next;
        }
    }

    @Override
    public synchronized void syncDirectory(Path directory) throws IOException {
        directory(directory);
    }

    @Override
    public synchronized void rename(Path from, Path to) throws IOException {
        Directory source = parent(from);
        Directory target = parent(to);
        Object moved = source.entries.get(name(from));
        if (moved == null) {
            throw new NoSuchFileException(from.toString());
        }
        Object replaced = target.entries.get(name(to));
        if (replaced == moved) {
            return;
        }
        if (replaced instanceof Directory replacedDirectory
                && !(moved instanceof Directory && replacedDirectory.entries.isEmpty())) {
            throw new DirectoryNotEmptyException(to.toString());
        }
        source.entries.remove(name(from));
        target.entries.put(name(to), moved);
        if (replaced instanceof MemoryNode node) {
            node.unlinked();
        }
    }

    @Override
    public synchronized void delete(Path path) throws IOException {
        Directory directory = parent(path);
        Object entry = directory.entries.get(name(path));
        if (entry == null) {
            throw new NoSuchFileException(path.toString());
        }
        if (entry instanceof Directory child && !child.entries.isEmpty()) {
            throw new DirectoryNotEmptyException(path.toString());
        }
        directory.entries.remove(name(path));
        if (entry instanceof MemoryNode node) {
            node.unlinked();
        }
    }

    @Override
    public synchronized void link(Path link, Path existing) throws IOException {
        MemoryNode node = file(find(existing), existing);
        if (parent(link).entries.putIfAbsent(name(link), node) != null) {
            throw new FileAlreadyExistsException(link.toString());
        }
        node.linked();
    }

    @Override
    public synchronized List<String> list(Path directory) throws IOException {
        return List.copyOf(directory(directory).entries.keySet());
    }

    @Override
    public synchronized boolean exists(Path path) {
        return find(path) != null;
    }

    @Override
    public synchronized boolean isDirectory(Path path) {
        return find(path) instanceof Directory;
    }

    @Override
    public synchronized long length(Path path) throws IOException {
        return file(find(path), path).length();
    }

    @Override
    public synchronized int linkCount(Path path) throws IOException {
        return file(find(path), path).links();
    }

    @Override
    public synchronized Object fileKey(Path path) throws IOException {
        Object entry = find(path);
        if (entry == null) {
            throw new NoSuchFileException(path.toString());
        }
        return entry;
    }

    @Override
    public synchronized Path canonical(Path path) throws IOException {
        fileKey(path);
        return normal(path);
    }

    @Override
    public Space space(Path path) {
        return budget.space();
    }

    @Override
    public synchronized Closeable tryLock(Path path) throws IOException {
        Directory directory = parent(path);
        Object entry = directory.entries.computeIfAbsent(name(path), name -> new MemoryNode(budget));
        MemoryNode node = file(entry, path);
        return node.lock() ? node::unlock : null;
    }

    @Override
    public boolean supportsDirect(Path file) {
        return true;
    }

    private static Path normal(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static String name(Path path) {
        return normal(path).getFileName().toString();
    }

    private Object find(Path path) {
        Object at = root;
        for (Path part : normal(path)) {
            if (!(at instanceof Directory directory)) {
                return null;
            }
            at = directory.entries.get(part.toString());
        }
        return at;
    }

    private Directory parent(Path path) throws IOException {
        Path parent = normal(path).getParent();
        if (parent == null) {
            throw new FileNotFoundException(path + ": has no parent");
        }
        return directory(parent);
    }

    private Directory directory(Path path) throws IOException {
        Object entry = find(path);
        if (entry == null) {
            throw new NoSuchFileException(path.toString());
        }
        if (!(entry instanceof Directory directory)) {
            throw new NotDirectoryException(path.toString());
        }
        return directory;
    }

    private static MemoryNode file(Object entry, Path path) throws IOException {
        if (entry == null) {
            throw new NoSuchFileException(path.toString());
        }
        if (!(entry instanceof MemoryNode node)) {
            throw new IOException(path + ": is a directory");
        }
        return node;
    }
}
