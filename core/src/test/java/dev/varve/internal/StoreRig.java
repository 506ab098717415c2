package dev.varve.internal;

import dev.varve.ManualClock;
import dev.varve.Store;
import dev.varve.StoreOptions;
import dev.varve.segments.FileSystem;
import dev.varve.segments.MemoryFileSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** A store in memory that can be closed and opened again, with a clock that is moved by hand. */
final class StoreRig implements AutoCloseable {
    final ManualClock clock = new ManualClock();
    final FileSystem files;
    private final List<Path> drives;
    private UnaryOperator<StoreOptions.Builder> options = any -> any;
    private StoreEngine store;

    StoreRig() {
        this(new MemoryFileSystem(), 1);
    }

    StoreRig(FileSystem files, int driveCount) {
        this.files = files;
        drives = java.util.stream.IntStream.range(0, driveCount)
                .mapToObj(i -> Path.of("/drive" + i))
                .toList();
    }

    StoreRig with(UnaryOperator<StoreOptions.Builder> more) {
        options = more;
        return this;
    }

    Store open() {
        StoreOptions.Builder builder = StoreOptions.at(drives.toArray(new Path[0]))
                .clock(clock)
                .writeBufferBytes(8 << 20)
                .freeSpaceMin(0)
                .lanesPerDrive(2);
        store = new StoreEngine(new StoreOpening(files, options.apply(builder).build(), drives).open());
        return store;
    }

    Store reopen() {
        store.close();
        return open();
    }

    /** As after the death of the process: nothing is flushed, sealed or written. */
    Store crash() {
        try {
            store.core().abandon();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return open();
    }

    Store store() {
        return store;
    }

    StoreCore core() {
        return store.core();
    }

    List<Path> drives() {
        return drives;
    }

    void advance(Duration time) {
        clock.advance(time);
    }

    @Override
    public void close() {
        if (store != null) {
            store.close();
        }
    }

    static byte[] key(int number) {
        return ("key-" + number).getBytes(StandardCharsets.UTF_8);
    }

    /** Bytes that follow from the number and the length alone. */
    static byte[] value(int number, int length) {
        byte[] value = new byte[length];
        new Random(number * 31L + length).nextBytes(value);
        return value;
    }

    static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
