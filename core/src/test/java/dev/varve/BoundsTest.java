package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the options bound stays bounded, and says so. */
@ParameterizedClass
@EnumSource(Home.class)
class BoundsTest extends StoreTestBase {
    BoundsTest(Home home) {
        super(home);
    }

    private void open(StoreOptions options) {
        store.close();
        store = home.open(options);
        table = store.table("table", tableOptions());
    }

    @Test
    void fullIndexRefusesPutsAndStoresNothing() {
        open(options().indexBytesMax(1 << 20).build());
        table.ttl(Duration.ofSeconds(100));
        int stored = 0;
        IndexFullException full = null;
        while (full == null && stored < 1_000_000) {
            try {
                assertTrue(table.put(key(stored), bytes("v")));
                stored++;
            } catch (IndexFullException e) {
                full = e;
            }
        }
        assertTrue(full != null, "no bound was met");
        assertEquals(1 << 20, full.bytesMax());
        assertTrue(full.needed() > 0);
        assertTrue(stored > 10_000, "only " + stored + " keys in a megabyte");
        assertNull(table.get(key(stored)));
        assertEquals(stored, table.keyCount());
        assertTrue(store.metrics().get(Metric.INDEX_BYTES) <= 1 << 20);
        for (int i = 0; i < stored; i += 100) {
            assertArrayEquals(bytes("v"), table.get(key(i)));
            assertFalse(table.put(key(i), bytes("w")));
        }
        table.flush().join();
        // Expiry makes room again.
        clock.advance(Duration.ofSeconds(200));
        store.expireNow();
        store.expireNow();
        assertEquals(0, table.keyCount());
        for (int i = 0; i < 1_000; i++) {
            assertTrue(table.put(key(i), bytes("again")));
        }
    }

    @Test
    void putThatMayNotWaitFailsAndStoresNothing() {
        open(options().writeBufferBytes(4 << 20).putTimeout(Duration.ZERO).build());
        int stored = 0;
        int refused = 0;
        byte[] value = value(1, 900_000);
        for (int i = 0; i < 400; i++) {
            try {
                assertTrue(table.put(key(i), value));
                stored++;
            } catch (PutTimeoutException e) {
                assertTrue(e.needed() > 0);
                assertFalse(table.contains(key(i)));
                refused++;
            }
        }
        assertEquals(stored, table.keyCount());
        assertTrue(stored > 0);
        table.flush().join();
        assertEquals(stored, table.countLive());
        assertEquals(400, stored + refused);
        assertTrue(table.put(bytes("after"), bytes("v")));
    }

    @Test
    void openFilesStayBelowTheirLimit() throws IOException {
        open(options().openFilesMax(16).build());
        for (int i = 0; i < 60; i++) {
            table.put(key(i), value(i, 1_000));
            table.roll();
        }
        table.flush().join();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 60; i++) {
                assertArrayEquals(value(i, 1_000), table.get(key(i)));
            }
            assertTrue(
                    store.metrics().get(Metric.OPEN_FILES) <= 16,
                    () -> store.metrics().toString());
        }
        if (home == Home.DISK && Files.isDirectory(Path.of("/proc/self/fd"))) {
            assertTrue(openSegments() <= 16, () -> "open: " + openSegments());
        }
    }

    private long openSegments() {
        List<Path> open = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            for (Path link : all.toList()) {
                try {
                    Path target = Files.readSymbolicLink(link);
                    if (target.startsWith(directory.toRealPath())
                            && target.toString().endsWith(".segment")) {
                        open.add(target);
                    }
                } catch (IOException e) {
                    // Closed since it was listed.
                    continue;
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return open.size();
    }

    @Test
    void reserveOfADriveIsNotPutInto() {
        if (home == Home.MEMORY) {
            return;
        }
        open(options().freeSpaceMin(1L << 60).build());
        OutOfSpaceException e = assertThrows(OutOfSpaceException.class, () -> table.put(bytes("k"), bytes("v")));
        assertTrue(e.drive().startsWith(directory), e::getMessage);
        assertTrue(e.needed() >= 1L << 60, e::getMessage);
        assertTrue(e.free() < e.needed(), e::getMessage);
        assertNull(table.get(bytes("k")));
        assertEquals(0, table.keyCount());
        assertTrue(store.fault().isEmpty(), "a full drive is no fault");
        table.flush().join();
    }

    @Test
    void buffersOfTheSmallestSizeDo() {
        open(options().writeBufferBytes(4 << 20).build());
        for (int i = 0; i < 40; i++) {
            assertTrue(table.put(key(i), value(i, 100_000 * i)));
        }
        table.flush().join();
        for (int i = 0; i < 40; i++) {
            assertArrayEquals(value(i, 100_000 * i), table.get(key(i)));
        }
        assertTrue(store.metrics().get(Metric.BUFFER_BYTES_IN_USE) <= 4 << 20);
    }
}
