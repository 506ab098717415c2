package dev.varve.bench.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of equally long records, read at random places with nothing in between: by system calls, by copies from a mapping
 * (both from the page cache), or by direct reads of the device. Any thread reads.
 */
public final class RawReads implements AutoCloseable {
    private static final int WRITE_BYTES = 1 << 20;
    private static final long MAPPING_BYTES = 1L << 30;

    private final Path path;
    private final long count;
    private final int recordBytes;
    private final FileChannel channel;
    private final RawFile device;
    private final List<MappedByteBuffer> mappings = new ArrayList<>();

    /**
     * Writes the files.
     *
     * @param directory where
     * @param count records
     * @param recordBytes length of each, at most 1 MiB
     * @throws IOException if they cannot be written
     */
    public RawReads(Path directory, long count, int recordBytes) throws IOException {
        this.count = count;
        this.recordBytes = recordBytes;
        path = directory.resolve("reads.raw");
        channel = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        long length = count * recordBytes;
        ByteBuffer buffer = RawFile.alignedBuffer(WRITE_BYTES);
        for (long at = 0; at < length; at += WRITE_BYTES) {
            channel.write(buffer.clear(), at);
        }
        channel.force(false);
        // A record may cross from one mapping to the next: they overlap by one.
        for (long at = 0; at < length; at += MAPPING_BYTES) {
            mappings.add(channel.map(MapMode.READ_ONLY, at, Math.min(MAPPING_BYTES + recordBytes, length - at)));
        }
        long blocks = Math.min(length, MAPPING_BYTES) / WRITE_BYTES + 1;
        device = SmallAppends.lay(
                directory.resolve("direct.raw"), blocks * WRITE_BYTES, RawFile.supportsDirect(directory));
    }

    /** {@return how many records there are} */
    public long count() {
        return count;
    }

    /**
     * Reads one record by a system call.
     *
     * @param number from 0
     * @param target filled from 0
     * @throws IOException if it cannot be read
     */
    public void read(long number, ByteBuffer target) throws IOException {
        target.clear().limit(recordBytes);
        long at = number * recordBytes;
        while (target.hasRemaining()) {
            at += channel.read(target, at);
        }
    }

    /**
     * Copies one record from the mapping.
     *
     * @param number from 0
     * @param target filled from 0
     */
    public void copy(long number, ByteBuffer target) {
        long at = number * recordBytes;
        ByteBuffer mapping = mappings.get((int) (at / MAPPING_BYTES));
        target.clear();
        target.put(0, mapping, (int) (at % MAPPING_BYTES), recordBytes);
    }

    /**
     * Reads the block, or blocks, of one record from the device.
     *
     * @param number any
     * @param target of {@link #deviceBuffer}
     * @throws IOException if they cannot be read
     */
    public void readDevice(long number, ByteBuffer target) throws IOException {
        target.clear();
        long places = Math.min(count * recordBytes, MAPPING_BYTES) / RawFile.BLOCK - target.remaining() / RawFile.BLOCK;
        device.read(target, number % Math.max(1, places) * RawFile.BLOCK);
    }

    /** {@return a buffer for as many blocks as a record needs at best} */
    public ByteBuffer deviceBuffer() {
        return RawFile.alignedBuffer((recordBytes + RawFile.BLOCK - 1) / RawFile.BLOCK * RawFile.BLOCK);
    }

    /**
     * {@return a buffer for {@link #readAll}}
     *
     * @param bytes its length, a multiple of 4096
     */
    public static ByteBuffer buffer(int bytes) {
        return RawFile.alignedBuffer(bytes);
    }

    /**
     * Reads a file from beginning to end, past the page cache where that works.
     *
     * @param file any
     * @param buffer aligned
     * @return its length
     * @throws IOException if it cannot be read
     */
    public static long readAll(Path file, ByteBuffer buffer) throws IOException {
        long at = 0;
        try (FileChannel whole = RawFile.openForReading(file)) {
            int read = whole.read(buffer.clear(), at);
            while (read > 0) {
                // Direct reads begin at whole blocks; only the last one may be short.
                at += read;
                read = at % RawFile.BLOCK == 0 ? whole.read(buffer.clear(), at) : -1;
            }
        }
        return at;
    }

    @Override
    public void close() throws IOException {
        mappings.clear();
        channel.close();
        device.remove();
        Files.deleteIfExists(path);
    }
}
