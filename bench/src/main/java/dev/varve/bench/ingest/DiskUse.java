package dev.varve.bench.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** How much all files of a run take; independent of what the store says. For one thread. */
final class DiskUse {
    private final List<Path> directories;
    private long peak;

    DiskUse(List<Path> directories) {
        this.directories = List.copyOf(directories);
    }

    void look() {
        long sum = 0;
        for (Path directory : directories) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    sum += length(file);
                }
            } catch (IOException | UncheckedIOException e) {
                // Files come and go while the store runs; the next look is a second away.
                return;
            }
        }
        peak = Math.max(peak, sum);
    }

    private static long length(Path file) throws IOException {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    long peak() {
        return peak;
    }
}
