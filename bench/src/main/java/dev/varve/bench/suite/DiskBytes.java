package dev.varve.bench.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What files take. */
final class DiskBytes {
    private DiskBytes() {}

    /** The lengths of all files below a directory. */
    static long below(Path directory) throws IOException {
        long sum = 0;
        try (Stream<Path> walk = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) walk.filter(Files::isRegularFile)::iterator) {
                sum += Files.size(file);
            }
        }
        return sum;
    }
}
