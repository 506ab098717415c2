package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

/** One root directory of a store, normally one device. Its first fault is kept for as long as the store is open. Thread-safe. */
public final class Drive {
    static final String META = "varve.store";
    static final String LOCK = "varve.lock";
    static final String LOCK_TEXT = "varve.lock.txt";
    static final String SPARE = "spare";
    static final String QUARANTINE = "quarantine";

    private final int id;
    private final Path root;
    private final FileSystem fileSystem;
    private final boolean direct;
    private final AtomicReference<IOException> fault = new AtomicReference<>();

    /**
     * @param id unique among the drives of its store, and never given to another
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

    public Space space() throws IOException {
        return fileSystem.space(root);
    }

    /** What first went wrong with a write or sync here, or null. */
    public IOException fault() {
        return fault.get();
    }

    public boolean isHealthy() {
        return fault.get() == null;
    }

    /** Latches a fault; false when there was one before, which stays. */
    public boolean fail(IOException cause) {
        return fault.compareAndSet(null, cause);
    }

    /** Where expired files wait to be written over. */
    public Path spareFolder() {
        return root.resolve(SPARE);
    }

    public Path spare(long number) {
        return spareFolder().resolve(FileNames.spare(number));
    }

    /** Moves a file that can be neither read nor deleted out of the way, and returns its new path. */
    public Path quarantine(Path file) throws IOException {
        Path folder = root.resolve(QUARANTINE);
        fileSystem.createDirectories(folder);
        String name = root.relativize(file).toString().replace('/', '-').replace('\\', '-');
        Path target = folder.resolve(name);
        for (int n = 1; fileSystem.exists(target); n++) {
            target = folder.resolve(name + "-" + n);
        }
        fileSystem.rename(file, target);
        fileSystem.syncDirectory(folder);
        fileSystem.syncDirectory(file.getParent());
        return target;
    }

    @Override
    public String toString() {
        return "drive " + id + " (" + root + ")";
    }
}
