package dev.varve.bench.raw;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the block devices under some directories were given to write, by the system's own counters. Immutable. */
public final class DeviceCounter {
    private static final Path BLOCK = Path.of("/sys/class/block");
    private static final int SECTORS_WRITTEN = 6;
    private static final long SECTOR = 512;

    private final List<Path> counters;

    private DeviceCounter(List<Path> counters) {
        this.counters = counters;
    }

    /**
     * {@return the counters of the devices, each once; empty where the system does not tell for all}
     *
     * @param directories one on each drive
     */
    public static Optional<DeviceCounter> of(List<Path> directories) {
        List<Path> found = new ArrayList<>();
        try {
            for (Path directory : directories) {
                Path device = Path.of(Files.getFileStore(directory).name()).toRealPath();
                Path counter = BLOCK.resolve(device.getFileName()).resolve("stat");
                if (!found.contains(counter)) {
                    found.add(counter);
                }
            }
            DeviceCounter all = new DeviceCounter(List.copyOf(found));
            all.bytesWritten();
            return Optional.of(all);
        } catch (IOException | RuntimeException e) {
            // No such device, or a system without these files: the figure comes from elsewhere.
            return Optional.empty();
        }
    }

    /**
     * {@return bytes written since the machine started, by whomever}
     *
     * @throws IOException if the system does not tell any more
     */
    public long bytesWritten() throws IOException {
        long sectors = 0;
        for (Path counter : counters) {
            sectors += Long.parseLong(Files.readString(counter).strip().split("\\s+")[SECTORS_WRITTEN]);
        }
        return sectors * SECTOR;
    }
}
