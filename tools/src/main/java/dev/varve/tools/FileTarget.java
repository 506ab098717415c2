package dev.varve.tools;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that appears under its name only when it is whole. */
final class FileTarget {
    private static final String PARTIAL = ".varve-part";

    private FileTarget() {}

    /** Writes a file's content. */
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream target) throws IOException;
    }

    static void write(Path file, Content content) throws IOException {
        // A device or pipe, such as /dev/null, is written to and never replaced.
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            try (OutputStream target = Files.newOutputStream(file)) {
                content.writeTo(target);
            }
            return;
        }
        Path place = Files.exists(file) ? file.toRealPath() : file;
        Path partial = place.resolveSibling(place.getFileName() + PARTIAL);
        boolean done = false;
        try {
            try (OutputStream target = new BufferedOutputStream(Files.newOutputStream(partial), 64 << 10)) {
                content.writeTo(target);
            }
            Files.move(partial, place, StandardCopyOption.REPLACE_EXISTING);
            done = true;
        } finally {
            if (!done) {
                Files.deleteIfExists(partial);
            }
        }
    }
}
