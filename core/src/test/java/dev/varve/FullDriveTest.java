package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real drive of 64 MiB that fills up, and gets room again, under an open store. */
@Tag("needsRoot")
@Timeout(120)
class FullDriveTest {
    private static final int VALUE_LENGTH = 100_000;
    private static final int FILLER_BYTES = 40 << 20;

    @TempDir
    Path directory;

    private Path drive;

    @BeforeEach
    void mount() throws Exception {
        drive = Files.createDirectory(directory.resolve("drive"));
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", drive.toString());
        assumeTrue(mounted, "only root can mount a small tmpfs");
        Files.write(drive.resolve("filler"), new byte[FILLER_BYTES]);
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "-l", drive.toString());
    }

    private static boolean run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        return process.waitFor() == 0;
    }

    private StoreOptions.Builder options() {
        return StoreOptions.at(drive.resolve("store")).writeBufferBytes(4 << 20).putTimeout(Duration.ofSeconds(20));
    }

    private static byte[] key(int i) {
        return ByteBuffer.allocate(4).putInt(i).array();
    }

    private static byte[] value(int i) {
        byte[] value = new byte[VALUE_LENGTH];
        new Random(i).nextBytes(value);
        return value;
    }

    @Test
    void putsAreRefusedBeforeTheDriveIsFullAndGoOnWhenThereIsRoom() throws IOException {
        int stored;
        try (Store store = Store.open(options().build())) {
            Table table = store.table("t", TableOptions.ttl(Duration.ZERO).build());
            stored = fill(table, 0);
            assertTrue(stored > 50, "stored " + stored);
            check(table, stored);
            Files.delete(drive.resolve("filler"));
            int more = stored;
            stored = fill(table, more);
            assertTrue(stored > more + 100, "stored " + stored + " after " + more);
            check(table, stored);
        }
        reopenAndCheck(stored);
    }

    /** Puts durably until a put is refused; the number of the next value. */
    private static int fill(Table table, int from) {
        for (int i = from; ; i++) {
            try {
                table.put(key(i), value(i), PutOptions.DURABLE);
            } catch (OutOfSpaceException e) {
                assertTrue(e.getMessage().contains("free"), e.getMessage());
                return i;
            }
        }
    }

    @Test
    void aFlushThatMeetsAFullDriveFailsAndALaterOneStoresAll() throws IOException {
        int stored = 0;
        try (Store store = Store.open(options().freeSpaceMin(0).build())) {
            Table table = store.table("t", TableOptions.ttl(Duration.ZERO).build());
            stored = fill(table, 0);
            leaveNothing();
            int unflushed = stored;
            CompletionException failure = null;
            while (failure == null) {
                try {
                    table.put(key(stored), new byte[3]);
                    stored++;
                    table.flush().join();
                } catch (CompletionException e) {
                    failure = e;
                } catch (OutOfSpaceException e) {
                    assertTrue(stored >= unflushed);
                    break;
                }
            }
            if (failure != null) {
                assertInstanceOf(OutOfSpaceException.class, failure.getCause());
            }
            Files.deleteIfExists(drive.resolve("rest"));
            Files.delete(drive.resolve("filler"));
            table.flush().join();
            assertTrue(table.put(key(1_000_000), value(1)));
            table.flush().join();
            assertArrayEquals(value(1), table.get(key(1_000_000)));
            for (int i = unflushed; i < stored; i++) {
                assertEquals(3, table.get(key(i)).length);
            }
            stored = unflushed;
        }
        reopenAndCheck(stored);
    }

    /** Takes the last bytes of the drive. */
    private void leaveNothing() {
        try (var out = Files.newOutputStream(drive.resolve("rest"))) {
            while (true) {
                out.write(new byte[4096]);
            }
        } catch (IOException full) {
            assertTrue(full.getMessage().contains("space"), full.getMessage());
        }
    }

    private void reopenAndCheck(int stored) {
        try (Store store = Store.open(options().build())) {
            check(store.table("t"), stored);
        }
    }

    private static void check(Table table, int stored) {
        for (int i = 0; i < stored; i++) {
            assertArrayEquals(value(i), table.get(key(i)), "value " + i);
        }
    }
}
