package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

/** One root directory of a store, normally one device. Its first fault is kept for as long as the store is open. Thread-safe. */
public final class Drive {
    private final int id;
    private final Path root;
    private final FileSystem fileSystem;
    private final boolean direct;
    private final AtomicReference<IOException> fault = new AtomicReference<>();

    /**
     * @param id unique in its store
     * @param direct whether writes can bypass the page cache here
     */
    public Drive(int id, Path root, FileSystem fileSystem, boolean direct) {
        this.id = id;
        this.root = root;
        this.fileSystem = fileSystem;
        this.direct = direct;
    }

    public int id() {
        return id;
    }

    public Path root() {
        return root;
    }

    public FileSystem fileSystem() {
        return fileSystem;
    }

    public boolean isDirect() {
        return direct;
    }

    /** What first went wrong with a write or sync here, or null. */
    public IOException fault() {
        return fault.get();
    }

    /** Latches a fault; false when there was one before, which stays. */
    public boolean fail(IOException cause) {
        return fault.compareAndSet(null, cause);
    }

    @Override
    public String toString() {
        return "drive " + id + " (" + root + ")";
    }
}
