package dev.varve.internal;

import static dev.varve.internal.StoreRig.key;
import static dev.varve.internal.StoreRig.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.DriveMissingException;
import dev.varve.Store;
import dev.varve.StoreClosedException;
import dev.varve.StoreLockedException;
import dev.varve.StoreOptions;
import dev.varve.Table;
import dev.varve.TableOptions;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the disk. */
class OpenCloseTest {
    @TempDir
    Path directory;

    private StoreOptions.Builder at(String... drives) {
        return StoreOptions.at(Stream.of(drives).map(directory::resolve).toArray(Path[]::new))
                .writeBufferBytes(8 << 20)
                .freeSpaceMin(0)
                .lanesPerDrive(2);
    }

    private Store open(String... drives) {
        return Store.open(at(drives).build());
    }

    @Test
    void aStoreIsOpenedOnce() throws IOException {
        try (Store store = open("a")) {
            StoreLockedException e = assertThrows(StoreLockedException.class, () -> open("a"));
            assertTrue(e.getMessage().contains("a"), e.getMessage());
            Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("a"));
            assertThrows(
                    StoreLockedException.class,
                    () -> Store.open(StoreOptions.at(link).freeSpaceMin(0).build()));
            assertThrows(StoreLockedException.class, () -> Store.destroy(directory.resolve("a")));
            store.table("t", TableOptions.defaults()).put(key(1), value(1, 1));
        }
        try (Store store = open("a")) {
            assertArrayEquals(value(1, 1), store.table("t").get(key(1)));
        }
    }

    @Test
    void drivesAreNoticedWhenTheyAreMissingAndMayBeAdded() throws IOException {
        try (Store store = open("a", "b")) {
            putAll(store.table("t", TableOptions.defaults()), 0, 200);
        }
        assertThrows(DriveMissingException.class, () -> open("a"));
        assertThrows(DriveMissingException.class, () -> open("a", "other"));
        assertFalse(Files.exists(directory.resolve("other")));
        try (Store store = open("b", "a", "c")) {
            assertAll(store.table("t"), 0, 200);
            putAll(store.table("t"), 200, 600);
        }
        try (Store store = open("c", "b", "a")) {
            assertAll(store.table("t"), 0, 600);
        }
    }

    @Test
    void aStoreWithoutOneOfItsDrivesServesTheRest() {
        try (Store store = open("a", "b")) {
            putAll(store.table("t", TableOptions.defaults()), 0, 200);
        }
        int absent = 0;
        try (Store store = Store.open(at("a").allowMissingDrives(true).build())) {
            Table table = store.table("t");
            for (int i = 0; i < 200; i++) {
                byte[] value = table.get(key(i));
                if (value == null) {
                    absent++;
                    assertTrue(table.put(key(i), value(-i, 77)));
                } else {
                    assertArrayEquals(value(i, 300), value);
                }
            }
        }
        assertTrue(absent > 0 && absent < 200, "absent: " + absent);
        // When the drive returns the newest value of a key wins.
        try (Store store = open("a", "b")) {
            int newer = 0;
            for (int i = 0; i < 200; i++) {
                byte[] value = store.table("t").get(key(i));
                newer += value.length == 77 ? 1 : 0;
                assertArrayEquals(value.length == 77 ? value(-i, 77) : value(i, 300), value);
            }
            assertEquals(absent, newer);
        }
    }

    @Test
    void aDriveCanBeGivenUp() {
        try (Store store = open("a", "b")) {
            putAll(store.table("t", TableOptions.defaults()), 0, 200);
        }
        assertEquals(1, Store.forgetMissingDrives(directory.resolve("a")));
        try (Store store = open("a")) {
            assertTrue(store.table("t").keyCount() < 200);
        }
        assertThrows(DriveMissingException.class, () -> open("a", "b"));
    }

    @Test
    void destroyLeavesNothingOfTheStore() throws IOException {
        try (Store store = open("a", "b")) {
            putAll(store.table("t", TableOptions.defaults()), 0, 100);
        }
        Files.writeString(directory.resolve("a/mine.txt"), "mine");
        Store.destroy(directory.resolve("a"), directory.resolve("b"));
        try (Stream<Path> left = Files.walk(directory)) {
            assertEquals(
                    List.of(directory.resolve("a/mine.txt")),
                    left.filter(Files::isRegularFile).toList());
        }
        try (Store store = open("a", "b")) {
            assertEquals(List.of(), store.tableNames());
        }
    }

    @Test
    void afterCloseEveryMethodSaysSo() throws ReflectiveOperationException {
        Store store = open("a");
        Table table = store.table("t", TableOptions.defaults());
        store.close();
        store.close();
        assertTrue(store.isClosed());
        assertTrue(store.fault().isEmpty());
        assertEquals("t", table.name());
        int called = 0;
        for (Object target : new Object[] {store, table}) {
            for (Method method : (target == store ? Store.class : Table.class).getMethods()) {
                if (java.lang.reflect.Modifier.isStatic(method.getModifiers())
                        || List.of("close", "isClosed", "fault", "name").contains(method.getName())) {
                    continue;
                }
                InvocationTargetException e = assertThrows(
                        InvocationTargetException.class,
                        () -> method.invoke(target, arguments(method)),
                        () -> "" + method);
                assertEquals(StoreClosedException.class, e.getCause().getClass(), () -> method + " " + e.getCause());
                called++;
            }
        }
        assertTrue(called > 30);
    }

    private static Object[] arguments(Method method) {
        return Stream.of(method.getParameterTypes())
                .map(OpenCloseTest::argument)
                .toArray();
    }

    private static Object argument(Class<?> type) {
        if (type == byte[].class) {
            return new byte[10];
        } else if (type == java.nio.ByteBuffer.class) {
            return java.nio.ByteBuffer.allocate(10);
        } else if (type == long.class) {
            return 1L << 30;
        } else if (type == String.class) {
            return "t";
        } else if (type == dev.varve.PutOptions.class) {
            return dev.varve.PutOptions.DURABLE;
        } else if (type == TableOptions.class) {
            return TableOptions.defaults();
        } else if (type == dev.varve.CursorOptions.class) {
            return dev.varve.CursorOptions.DEFAULTS;
        } else if (type == dev.varve.Batch.class) {
            return new dev.varve.Batch().add(new byte[1], new byte[1]);
        } else if (type == java.time.Duration.class) {
            return java.time.Duration.ofDays(1);
        } else if (type == dev.varve.ValueReader.class) {
            return (dev.varve.ValueReader<Object>) java.nio.ByteBuffer::remaining;
        } else if (type == java.util.function.ToLongFunction.class) {
            return (java.util.function.ToLongFunction<java.nio.ByteBuffer>) java.nio.ByteBuffer::remaining;
        }
        throw new AssertionError("no argument for " + type);
    }

    @Test
    void anInterruptHarmsNeitherReadsNorFlushes() throws InterruptedException {
        try (Store store = open("a")) {
            Table table = store.table("t", TableOptions.defaults());
            putAll(table, 0, 100);
            table.flush().join();
        }
        try (Store store = open("a")) {
            Table table = store.table("t");
            for (int i = 0; i < 100; i++) {
                Thread.currentThread().interrupt();
                assertArrayEquals(value(i, 300), table.get(key(i)));
                assertTrue(Thread.interrupted());
            }
            Thread.currentThread().interrupt();
            assertTrue(table.put(key(1000), value(1000, 300), dev.varve.PutOptions.DURABLE));
            assertTrue(Thread.interrupted());
            CompletableFuture<Void> flush = table.flush();
            Thread.currentThread().interrupt();
            flush.join();
            assertTrue(Thread.interrupted());
            Thread other = new Thread(() -> assertAll(table, 0, 100));
            other.start();
            other.join();
            assertArrayEquals(value(1000, 300), table.get(key(1000)));
        }
    }

    @Test
    void filesDoNotStayOpenNorThreadsRunning() throws IOException {
        open("a").close();
        long files = openFiles();
        long threads = threads();
        for (int i = 0; i < 5; i++) {
            try (Store store = open("a")) {
                Table table = store.table(
                        "t", TableOptions.builder().segmentBytes(1 << 20).build());
                for (int k = 0; k < 100; k++) {
                    table.put(key(i * 1000 + k), value(k, 40_000));
                }
                table.flush().join();
                table.get(key(i * 1000));
            }
        }
        assertTrue(openFiles() <= files, () -> "open files grew");
        assertEquals(threads, threads());
    }

    private static long openFiles() throws IOException {
        Path open = Path.of("/proc/self/fd");
        if (!Files.isDirectory(open)) {
            return 0;
        }
        try (Stream<Path> all = Files.list(open)) {
            return all.filter(each -> {
                        try {
                            return Files.readSymbolicLink(each).toString().contains(".segment");
                        } catch (IOException e) {
                            return false;
                        }
                    })
                    .count();
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("varve-") && each.isAlive())
                .count();
    }

    private static void putAll(Table table, int from, int to) {
        for (int i = from; i < to; i++) {
            assertTrue(table.put(key(i), value(i, 300)));
        }
    }

    private static void assertAll(Table table, int from, int to) {
        for (int i = from; i < to; i++) {
            assertArrayEquals(value(i, 300), table.get(key(i)), "key " + i);
        }
        assertNull(table.get(key(-1)));
    }
}
