package dev.varve.bench.raw;

import dev.varve.segments.DirectIo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A file written past the page cache, with nothing between it and the device. Used by one thread at a time. */
final class RawFile implements AutoCloseable {
    /** What direct I/O asks of addresses, offsets and lengths. */
    static final int BLOCK = 4096;

    /** Unlinking a large file at once stalls everybody's writes; steps of this size hardly do. */
    private static final long TRUNCATION_STEP = 64L << 20;

    private final Path path;
    private final FileChannel channel;

    private RawFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static RawFile create(Path path, boolean direct) throws IOException {
        List<OpenOption> options = new ArrayList<>(
                List.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
        if (direct) {
            options.add(DirectIo.DIRECT);
        }
        return new RawFile(path, FileChannel.open(path, options.toArray(OpenOption[]::new)));
    }

    /** {@return a file to be read past the page cache, or through it where the file system wants it so} */
    static FileChannel openForReading(Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.READ, DirectIo.DIRECT);
        } catch (UnsupportedOperationException | IOException e) {
            return FileChannel.open(path, StandardOpenOption.READ);
        }
    }

    /** {@return whether files in this directory can be written past the page cache} */
    static boolean supportsDirect(Path directory) throws IOException {
        Path probe = directory.resolve("direct.probe");
        try (RawFile file = create(probe, true)) {
            file.write(alignedBuffer(BLOCK), 0);
            return true;
        } catch (UnsupportedOperationException e) {
            return false;
        } catch (IOException e) {
            // Some file systems refuse at open, some at the first write; a full one refuses without direct I/O as well.
            Files.deleteIfExists(probe);
            try (RawFile file = create(probe, false)) {
                file.write(alignedBuffer(BLOCK), 0);
                return false;
            }
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    /** {@return a zeroed, hence touched, off-heap buffer as direct I/O wants it} */
    static ByteBuffer alignedBuffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes + BLOCK).alignedSlice(BLOCK).slice(0, bytes);
    }

    void write(ByteBuffer source, long position) throws IOException {
        long at = position;
        while (source.hasRemaining()) {
            at += channel.write(source, at);
        }
    }

    void read(ByteBuffer target, long position) throws IOException {
        long at = position;
        while (target.hasRemaining()) {
            int read = channel.read(target, at);
            if (read < 0) {
                throw new IOException(path + " ends at " + at);
            }
            at += read;
        }
    }

    void sync() throws IOException {
        channel.force(false);
    }

    /** Gives the blocks back step by step, then closes and deletes the file. */
    void remove() throws IOException {
        for (long length = channel.size(); length > 0; length -= TRUNCATION_STEP) {
            channel.truncate(Math.max(0, length - TRUNCATION_STEP));
        }
        close();
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
