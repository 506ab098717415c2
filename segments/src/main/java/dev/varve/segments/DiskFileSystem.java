package dev.varve.segments;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The operating system's files. Stateless but for its transfer buffers; any thread may call it. */
public final class DiskFileSystem implements FileSystem {
    private static final Queue<FileChannel> KEPT_OPEN = new ConcurrentLinkedQueue<>();

    private final TransferBuffers transfers = new TransferBuffers();

    @Override
    public StoreFile open(Path path, OpenMode mode) throws IOException {
        return mode == OpenMode.MAPPED ? MappedFiles.open(this, path) : new DiskFile(this, path, mode);
    }

    FileChannel channel(Path path, OpenMode mode) throws IOException {
        Set<OpenOption> options = new HashSet<>();
        options.add(StandardOpenOption.READ);
        if (mode.writes()) {
            options.add(StandardOpenOption.WRITE);
        }
        if (mode.creates()) {
            options.add(StandardOpenOption.CREATE_NEW);
        }
        if (mode.direct()) {
            options.add(DirectIo.DIRECT);
        }
        try {
            return FileChannel.open(path, options);
        } catch (UnsupportedOperationException e) {
            throw new IOException(path + ": direct I/O is not supported here", e);
        } catch (IOException e) {
            throw mode.creates() ? translate(e, path, 0) : e;
        }
    }

    TransferBuffers transfers() {
        return transfers;
    }

    /** Finds out whether an error was for want of space; the JDK hands on the system's text but not its number. */
    IOException translate(IOException error, Path path, long wanted) {
        if (error instanceof NoSpaceException || error instanceof NoSuchFileException) {
            return error;
        }
        String text = String.valueOf(error.getMessage());
        boolean said = text.contains("No space left on device") || text.contains("Disk quota exceeded");
        if (said || isFull(path, wanted)) {
            return new NoSpaceException(path + ": no space left: " + text, error);
        }
        return error;
    }

    /** The system's text may be in any language. */
    private static boolean isFull(Path path, long wanted) {
        File directory = path.toAbsolutePath().getParent().toFile();
        return directory.getTotalSpace() > 0 && directory.getUsableSpace() < wanted;
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        Path at = directory.toAbsolutePath();
        while (at != null && !Files.isDirectory(at)) {
            missing.push(at);
            at = at.getParent();
        }
        for (Path next : missing) {
            try {
                Files.createDirectory(next);
            } catch (IOException e) {
                if (!Files.isDirectory(next)) {
                    throw translate(e, next, 0);
                }
            }
            syncDirectory(next.getParent());
        }
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (; ; ) {
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                    return;
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw translate(e, to, 0);
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.delete(path);
    }

    @Override
    public void link(Path link, Path existing) throws IOException {
        try {
            Files.createLink(link, existing);
        } catch (UnsupportedOperationException e) {
            throw new IOException(link + ": the file system has no hard links", e);
        } catch (IOException e) {
            throw translate(e, link, 0);
        }
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Collections.sort(names);
        return names;
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public boolean isDirectory(Path path) {
        return Files.isDirectory(path);
    }

    @Override
    public long length(Path path) throws IOException {
        return Files.size(path);
    }

    @Override
    public int linkCount(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:nlink");
    }

    @Override
    public Object fileKey(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key != null ? key : canonical(path);
    }

    @Override
    public Path canonical(Path path) throws IOException {
        return path.toRealPath();
    }

    @Override
    public Space space(Path path) throws IOException {
        File file = path.toFile();
        long total = file.getTotalSpace();
        if (total == 0) {
            throw new IOException(path + ": the system does not tell its space");
        }
        return new Space(file.getUsableSpace(), total);
    }

    @Override
    public Closeable tryLock(Path path) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (; ; ) {
                FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                try {
                    FileLock lock = channel.tryLock();
                    if (lock != null) {
                        return channel;
                    }
                } catch (OverlappingFileLockException e) {
                    // Held in this very JVM, by another class loader's Varve, for ours asks its registry first. Closing
                    // the channel, or losing it to the collector, would drop that lock.
                    KEPT_OPEN.add(channel);
                    return null;
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    continue;
                } catch (IOException e) {
                    channel.close();
                    throw e;
                }
                channel.close();
                return null;
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean supportsDirect(Path file) {
        try (FileChannel channel = channel(file, OpenMode.WRITE_DIRECT)) {
            FileStore store = Files.getFileStore(file);
            return channel.isOpen() && store.getBlockSize() <= BLOCK && BLOCK % store.getBlockSize() == 0;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
