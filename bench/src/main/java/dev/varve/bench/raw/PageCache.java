package dev.varve.bench.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Brings files into the page cache, so that who reads first does not pay for all. */
public final class PageCache {
    private static final int READ_BYTES = 1 << 20;

    private PageCache() {}

    /**
     * Reads every file below a directory from beginning to end.
     *
     * @param directory any
     * @return bytes read
     * @throws IOException if a file cannot be read
     */
    public static long fill(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
        long bytes = 0;
        for (Path file : files) {
            try (FileChannel channel = FileChannel.open(file)) {
                int read = channel.read(buffer.clear());
                while (read > 0) {
                    bytes += read;
                    read = channel.read(buffer.clear());
                }
            }
        }
        return bytes;
    }
}
