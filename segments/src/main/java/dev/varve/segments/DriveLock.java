package dev.varve.segments;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The right to use a drive. The process-wide registry is asked before the lock file is touched, because opening and
 * closing that file a second time would drop the lock of the first; then the operating system's lock decides. What the
 * text file beside it says is for people and decides nothing.
 */
final class DriveLock implements Closeable {
    private static final ConcurrentMap<Object, String> TAKEN = new ConcurrentHashMap<>();
    private static final int TEXT_MAX = 1024;

    private final Object key;
    private final Closeable lock;

    private DriveLock(Object key, Closeable lock) {
        this.key = key;
        this.lock = lock;
    }

    static DriveLock take(FileSystem fileSystem, Path root, String holder) throws IOException {
        Object key = fileSystem.fileKey(root);
        String other = TAKEN.putIfAbsent(key, holder);
        if (other != null) {
            throw new DriveLockedException(root.toString(), "this process: " + other);
        }
        Closeable lock = null;
        try {
            lock = fileSystem.tryLock(root.resolve(Drive.LOCK));
            if (lock == null) {
                throw new DriveLockedException(root.toString(), readHolder(fileSystem, root));
            }
        } finally {
            if (lock == null) {
                TAKEN.remove(key);
            }
        }
        writeHolder(fileSystem, root, holder);
        return new DriveLock(key, lock);
    }

    private static String readHolder(FileSystem fileSystem, Path root) {
        try (StoreFile file = fileSystem.open(root.resolve(Drive.LOCK_TEXT), OpenMode.READ)) {
            ByteBuffer text = ByteBuffer.allocate(TEXT_MAX);
            file.read(text, 0);
            String holder = new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
            return holder.isEmpty() ? "another process" : holder;
        } catch (IOException e) {
            return "another process";
        }
    }

    /** Best effort: a full drive must not keep a store from opening. */
    private static void writeHolder(FileSystem fileSystem, Path root, String holder) {
        Path path = root.resolve(Drive.LOCK_TEXT);
        try {
            MetaFiles.deleteIfThere(fileSystem, path);
            try (StoreFile file = fileSystem.open(path, OpenMode.CREATE)) {
                file.write(ByteBuffer.wrap((holder + "\n").getBytes(StandardCharsets.UTF_8)), 0);
            }
        } catch (IOException e) {
            // The holder then stays unnamed.
            return;
        }
    }

    /** Gives a drive back. The text goes first: after that the next holder may write its own. */
    void release(FileSystem fileSystem, Path root) throws IOException {
        try {
            MetaFiles.deleteIfThere(fileSystem, root.resolve(Drive.LOCK_TEXT));
        } finally {
            close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            lock.close();
        } finally {
            TAKEN.remove(key);
        }
    }
}
