package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An open store with a clock moved by hand, in memory or on disk. A hang fails the test. */
@Timeout(120)
abstract class StoreTestBase {
    final Home home;
    final ManualClock clock = new ManualClock();

    @TempDir
    Path directory;

    Store store;
    Table table;

    StoreTestBase(Home home) {
        this.home = home;
    }

    StoreOptions.Builder options() {
        return home.options(directory).clock(clock);
    }

    TableOptions tableOptions() {
        return TableOptions.builder().segmentBytes(1 << 20).build();
    }

    @BeforeEach
    void open() {
        store = home.open(options().build());
        table = store.table("table", tableOptions());
    }

    @AfterEach
    void close() {
        store.close();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] key(int number) {
        return bytes("key " + number);
    }

    /** Bytes that tell one value from another, the same for the same seed. */
    static byte[] value(long seed, int length) {
        byte[] value = new byte[length];
        new Random(seed).nextBytes(value);
        return value;
    }

    static ByteBuffer direct(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length + 11);
        buffer.put(5, bytes);
        return buffer.position(5).limit(5 + bytes.length);
    }

    static byte[] copy(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    /** Every way of reading finds this value. */
    void assertHolds(byte[] key, byte[] value) {
        assertArrayEquals(value, table.get(key));
        assertArrayEquals(value, table.read(direct(key), StoreTestBase::copy));
    }
}
