package dev.varve.bench.micro;

import dev.varve.Store;
import dev.varve.StoreOptions;
import dev.varve.Table;
import dev.varve.TableOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** A store in a directory of its own that goes with it, and the buffers to call it with. For one thread. */
final class MicroStore implements AutoCloseable {
    private static final int KEY_BYTES = 16;

    private final Path directory;
    private final Store store;
    private final SplittableRandom random = new SplittableRandom(1);
    private final ByteBuffer key = ByteBuffer.allocateDirect(KEY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    final Table table;
    final ByteBuffer value;
    final ByteBuffer target;
    private long next;

    /**
     * An empty store.
     *
     * @param valueBytes length of its values
     * @param maxBytes what it keeps; 0: all
     */
    MicroStore(int valueBytes, long maxBytes) throws IOException {
        directory = Files.createTempDirectory("varve-jmh");
        store = Store.open(StoreOptions.at(directory).build());
        table = store.table(
                "micro", TableOptions.ttl(Duration.ZERO).maxBytes(maxBytes).build());
        value = ByteBuffer.allocateDirect(valueBytes).order(ByteOrder.LITTLE_ENDIAN);
        target = ByteBuffer.allocateDirect(valueBytes).order(ByteOrder.LITTLE_ENDIAN);
        while (value.hasRemaining()) {
            value.put((byte) random.nextInt());
        }
        value.clear();
    }

    /** Puts so many and makes them sealed files. */
    void fill(long count) {
        while (next < count) {
            put();
        }
        table.roll();
        table.flush().join();
    }

    /** Puts a value under a new key. */
    boolean put() {
        value.putLong(0, next);
        return table.put(key(next++), value);
    }

    /** A key that was put. */
    ByteBuffer present() {
        return key(random.nextLong(next));
    }

    /** A key that never was. */
    ByteBuffer absent() {
        return key(-1 - random.nextLong(1L << 40));
    }

    private ByteBuffer key(long number) {
        long spread = number * 0x9E3779B97F4A7C15L;
        return key.putLong(0, spread ^ spread >>> 32).putLong(Long.BYTES, number);
    }

    @Override
    public void close() throws IOException {
        store.close();
        List<Path> all;
        try (Stream<Path> walk = Files.walk(directory)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
