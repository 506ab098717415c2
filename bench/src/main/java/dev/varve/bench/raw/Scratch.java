package dev.varve.bench.raw;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One temporary directory on each drive, gone again when the run ends in any way that lets the JVM do something. What a
 * killed run left behind is removed by the next one on the same drive: a directory of ours that nobody locks is dead.
 *
 * <p>Thread-safe; the shutdown hook may run beside {@link #close()}.
 */
public final class Scratch implements AutoCloseable {
    private static final String PREFIX = "varve-bench-";
    private static final String LOCK = "scratch.lock";
    private static final int REMOVAL_ATTEMPTS = 20;
    private static final long WORK_SECONDS = 20;

    private final List<Path> directories = new ArrayList<>();
    private final List<Path> removed = new ArrayList<>();
    private final List<FileChannel> locks = new ArrayList<>();
    private final List<Runnable> stops = new CopyOnWriteArrayList<>();
    private final Thread hook = new Thread(this::interrupted, "scratch-removal");
    private final CountDownLatch workOver = new CountDownLatch(1);
    private final boolean kept;
    private volatile boolean interrupted;

    private Scratch(boolean kept) {
        this.kept = kept;
    }

    /**
     * Makes the directories.
     *
     * @param drives where, one directory in each; made when missing
     * @param kept whether they stay when all is done
     * @return the open scratch space
     * @throws IOException if a directory cannot be made
     */
    public static Scratch on(List<Path> drives, boolean kept) throws IOException {
        Scratch scratch = new Scratch(kept);
        Runtime.getRuntime().addShutdownHook(scratch.hook);
        try {
            for (Path drive : drives) {
                Files.createDirectories(drive);
                scratch.removeLeftovers(drive);
                scratch.add(Files.createTempDirectory(drive, PREFIX));
            }
            return scratch;
        } catch (IOException | RuntimeException e) {
            scratch.close();
            throw e;
        }
    }

    private void add(Path directory) throws IOException {
        directories.add(directory);
        if (kept) {
            // Nobody may take it for what a killed run left behind.
            return;
        }
        FileChannel channel =
                FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        locks.add(channel);
        if (channel.tryLock() == null) {
            throw new IOException("somebody else locked " + directory.resolve(LOCK));
        }
    }

    private void removeLeftovers(Path drive) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(drive, PREFIX + "*")) {
            for (Path entry : entries) {
                if (!directories.contains(entry) && Files.exists(entry.resolve(LOCK)) && isDead(entry)) {
                    remove(entry);
                    removed.add(entry);
                }
            }
        }
    }

    private static boolean isDead(Path directory) {
        try (FileChannel channel = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (IOException | OverlappingFileLockException e) {
            // Somebody else's, or held by this very JVM: not ours to remove.
            return false;
        }
    }

    /** {@return the directories, in the order of the drives} */
    public List<Path> directories() {
        return List.copyOf(directories);
    }

    /** {@return what earlier runs had left behind and is gone now} */
    public List<Path> leftoversRemoved() {
        return List.copyOf(removed);
    }

    /** {@return whether the JVM is going down (Ctrl-C): what is measured from now on means nothing} */
    public boolean isInterrupted() {
        return interrupted;
    }

    /**
     * Names something that must stop before the directories can go.
     *
     * @param stop called on the shutdown hook, must not wait
     */
    public void onInterrupt(Runnable stop) {
        stops.add(stop);
    }

    /** Says that nothing works in the directories any more; on Ctrl-C they are removed a little later if it does not come. */
    public void workIsOver() {
        workOver.countDown();
    }

    private void interrupted() {
        interrupted = true;
        for (Runnable stop : stops) {
            try {
                stop.run();
            } catch (RuntimeException e) {
                // Removing what can be removed matters more than why a half-made run did not stop cleanly.
                continue;
            }
        }
        awaitEndOfWork();
        removeAll();
    }

    private void awaitEndOfWork() {
        try {
            workOver.await(WORK_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        workOver.countDown();
        if (!interrupted) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is going down already and the hook does the work.
                return;
            }
            removeAll();
        }
    }

    private void removeAll() {
        for (FileChannel lock : locks) {
            try {
                lock.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (kept) {
            return;
        }
        for (Path directory : directories) {
            removeStubbornly(directory);
        }
    }

    /** Writers that were not told to stop may still make files; they lose after a few rounds. */
    private static void removeStubbornly(Path directory) {
        IOException last = null;
        for (int attempt = 0; attempt < REMOVAL_ATTEMPTS; attempt++) {
            try {
                remove(directory);
                return;
            } catch (IOException e) {
                last = e;
            }
        }
        System.err.println("varve-bench: " + directory + " could not be removed: " + last);
    }

    private static void remove(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException e) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
