package dev.varve.internal;

import static dev.varve.internal.StoreRig.key;
import static dev.varve.internal.StoreRig.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.CorruptionException;
import dev.varve.DriveFaultException;
import dev.varve.OutOfSpaceException;
import dev.varve.PutOptions;
import dev.varve.ReadFailedException;
import dev.varve.StoreFaultException;
import dev.varve.StoreListener;
import dev.varve.Table;
import dev.varve.TableOptions;
import dev.varve.VarveException;
import dev.varve.segments.MemoryFileSystem;
import dev.varve.segments.NoSpaceException;
import dev.varve.segments.OpenMode;
import dev.varve.segments.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Drives that fail, fill up and rot. */
class FaultTest {
    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final BrokenFiles broken = new BrokenFiles(memory);
    private StoreRig rig;
    private final List<Object> heard = new CopyOnWriteArrayList<>();

    private Table open(int drives) {
        rig = new StoreRig(broken.files(), drives)
                .with(options -> options.listener(new StoreListener() {
                    @Override
                    public void driveFault(Path drive, DriveFaultException fault) {
                        heard.add(fault);
                    }

                    @Override
                    public void storeFault(VarveException fault) {
                        heard.add(fault);
                    }

                    @Override
                    public void damageFound(CorruptionException damage) {
                        heard.add(damage);
                    }
                }));
        return rig.open().table("t", TableOptions.defaults());
    }

    @AfterEach
    void close() {
        broken.repair();
        try {
            rig.close();
        } catch (VarveException e) {
            // A store with a fault says so once more.
        }
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
    }

    @Test
    void whatAFailingDriveHeldIsMovedToAnother() {
        Table table = open(2);
        putAll(table, 0, 500);
        table.flush().join();
        putAll(table, 500, 1000);
        broken.breakDrive(rig.drives().get(1));
        table.flush().join();
        putAll(table, 1000, 2000);
        table.flush().join();
        assertAll(table, 0, 2000);
        assertEquals(2000, table.countLive());
        assertEquals(2000, table.keyCount());
        assertTrue(rig.store().fault().isEmpty());
        broken.repair();
        Table again = rig.crash().table("t");
        assertAll(again, 0, 2000);
        assertEquals(2000, again.countLive());
    }

    @Test
    void theListenerHearsOfAFailedDriveOnce() {
        Table table = open(2);
        putAll(table, 0, 100);
        broken.breakDrive(rig.drives().get(1));
        table.flush().join();
        putAll(table, 100, 200);
        table.flush().join();
        rig.store().close();
        assertEquals(
                1, heard.stream().filter(DriveFaultException.class::isInstance).count());
    }

    @Test
    void withNoHealthyDriveEveryFlushFailsWithTheFirstCauseAndReadsGoOn() {
        Table table = open(1);
        putAll(table, 0, 100);
        table.flush().join();
        putAll(table, 100, 200);
        broken.breakDrive(rig.drives().get(0));
        CompletionException first =
                assertThrows(CompletionException.class, () -> table.flush().join());
        CompletionException second =
                assertThrows(CompletionException.class, () -> table.flush().join());
        assertTrue(first.getCause().getMessage().contains("injected"), () -> "" + first.getCause());
        assertTrue(second.getCause().getMessage().contains("injected"), () -> "" + second.getCause());
        assertAll(table, 0, 200);
        assertThrows(VarveException.class, () -> table.put(key(1000), value(1, 1), PutOptions.DURABLE));
        assertTrue(rig.store().fault().isPresent());
        broken.repair();
        assertThrows(CompletionException.class, () -> table.flush().join());
        VarveException fault = rig.store().fault().get();
        assertThrows(VarveException.class, () -> rig.store().close());
        assertSame(fault, rig.store().fault().get());
        Table again = rig.open().table("t");
        assertAll(again, 0, 100);
        again.put(key(1), value(1, 1));
        again.flush().join();
    }

    @Test
    void aPutOnAStoreWithAFaultSaysSo() {
        Table table = open(1);
        putAll(table, 0, 10);
        broken.breakDrive(rig.drives().get(0));
        assertThrows(CompletionException.class, () -> table.flush().join());
        assertThrows(StoreFaultException.class, () -> table.put(key(50), value(50, 10)));
        assertThrows(StoreFaultException.class, () -> table.put(key(50), value(50, 4 << 20)));
    }

    @Test
    void onAFullDrivePutsFailAndWorkAgainWhenThereIsSpace() {
        Table table = open(1);
        putAll(table, 0, 10);
        table.flush().join();
        memory.bytesMax(used() + (1 << 20));
        int stored = 0;
        OutOfSpaceException full = null;
        for (int i = 10; i < 10_000 && full == null; i++) {
            try {
                table.put(key(i), value(i, 300));
                stored++;
            } catch (OutOfSpaceException e) {
                full = e;
            }
        }
        assertTrue(full != null);
        assertEquals(rig.drives().get(0), full.drive());
        assertAll(table, 0, 10 + stored);
        memory.bytesMax(Long.MAX_VALUE);
        int more = 10 + stored;
        putWhenThereIsSpace(table, more);
        putAll(table, more + 1, more + 1000);
        table.flush().join();
        assertAll(rig.crash().table("t"), 0, more + 1000);
    }

    /** The writers look again now and then. */
    private void putWhenThereIsSpace(Table table, int number) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < 60_000_000_000L) {
            rig.advance(java.time.Duration.ofMillis(100));
            try {
                assertTrue(table.put(key(number), value(number, 300)));
                return;
            } catch (OutOfSpaceException e) {
                Thread.yield();
            }
        }
        throw new AssertionError("still no space");
    }

    @Test
    void aFlushOnAFullDriveFailsAndMayBeCalledAgain() {
        Table table = open(1);
        putAll(table, 0, 10);
        table.flush().join();
        putAll(table, 10, 100);
        broken.rule((path, operation) -> {
            if (operation.equals("write") || operation.equals("open")) {
                throw new NoSpaceException("injected: no space for " + path, null);
            }
        });
        CompletionException e =
                assertThrows(CompletionException.class, () -> table.flush().join());
        assertTrue(e.getCause() instanceof OutOfSpaceException, () -> "" + e.getCause());
        assertAll(table, 0, 100);
        broken.repair();
        putWhenThereIsSpace(table, 100);
        table.flush().join();
        putAll(table, 101, 200);
        table.flush().join();
        assertTrue(rig.store().fault().isEmpty());
        assertAll(rig.crash().table("t"), 0, 200);
    }

    @Test
    void aFailedReadNamesTheFileAndSpoilsNothing() {
        Table table = open(1);
        putAll(table, 0, 10);
        table.flush().join();
        Table again = rig.reopen().table("t");
        broken.rule((path, operation) -> {
            if (operation.equals("read") && path.toString().endsWith(".segment")) {
                throw new IOException("injected: read of " + path);
            }
        });
        ReadFailedException e = assertThrows(ReadFailedException.class, () -> again.get(key(1)));
        assertTrue(e.file().toString().endsWith(".segment"));
        assertThrows(ReadFailedException.class, () -> again.put(key(1), value(1, 1)));
        assertNull(again.get(key(99)));
        broken.repair();
        assertAll(again, 0, 10);
    }

    @Test
    void aFlippedBitSpoilsOneValueOnly() throws IOException {
        Table table = open(1);
        putAll(table, 0, 100);
        table.flush().join();
        rig.store().close();
        Path segment = segments().get(0);
        long at = find(segment, value(50, 300));
        flip(segment, at + 17);
        Table again = rig.open().table("t");
        CorruptionException e = assertThrows(CorruptionException.class, () -> again.get(key(50)));
        assertEquals(segment, e.file());
        assertThrows(CorruptionException.class, () -> again.read(key(50), ByteBuffer::remaining));
        assertThrows(IOException.class, () -> again.getStream(key(50)).readAllBytes());
        assertTrue(again.contains(key(50)));
        assertAll(again, 0, 50);
        assertAll(again, 51, 100);
        rig.store().close();
        assertTrue(heard.stream().anyMatch(CorruptionException.class::isInstance));
    }

    @Test
    void aFlippedBitInAKeyIsNoticedAndNeighboursStay() throws IOException {
        Table table = open(1);
        putAll(table, 0, 100);
        table.flush().join();
        rig.store().close();
        Path segment = segments().get(0);
        long at = find(segment, value(50, 300));
        flip(segment, at - 1);
        Table again = rig.open().table("t");
        assertThrows(CorruptionException.class, () -> again.get(key(50)));
        assertThrows(CorruptionException.class, () -> again.put(key(50), value(50, 1)));
        assertAll(again, 0, 50);
        assertAll(again, 51, 100);
        // The same when the index is made from the segment.
        rig.store().close();
        deleteIndexFiles();
        Table rebuilt = rig.open().table("t");
        assertThrows(CorruptionException.class, () -> rebuilt.get(key(50)));
        assertAll(rebuilt, 0, 50);
        assertAll(rebuilt, 51, 100);
    }

    @Test
    void lostAndDamagedIndexFilesAreRebuilt() throws IOException {
        Table table = open(1);
        putAll(table, 0, 30_000);
        table.flush().join();
        rig.store().close();
        List<Path> indexFiles = indexFiles();
        assertTrue(indexFiles.size() > 1, "" + indexFiles);
        for (Path file : indexFiles) {
            flip(file, memory.length(file) / 2);
            assertAllAfterOpen();
        }
        memory.delete(indexFiles().get(0));
        assertAllAfterOpen();
        deleteIndexFiles();
        assertAllAfterOpen();
        assertAllAfterOpen();
    }

    private void assertAllAfterOpen() {
        Table table = rig.open().table("t");
        assertAll(table, 0, 30_000);
        assertEquals(30_000, table.keyCount());
        assertNull(table.get(key(30_000)));
        rig.store().close();
    }

    private List<Path> segments() throws IOException {
        return list(rig.drives().get(0).resolve("t"), ".segment");
    }

    private List<Path> indexFiles() throws IOException {
        return list(rig.drives().get(0).resolve("t").resolve("index"), ".index");
    }

    private List<Path> list(Path folder, String suffix) throws IOException {
        return memory.list(folder).stream()
                .filter(name -> name.endsWith(suffix))
                .map(folder::resolve)
                .toList();
    }

    private void deleteIndexFiles() throws IOException {
        for (Path file : indexFiles()) {
            memory.delete(file);
        }
    }

    private long used() {
        return memory.space(rig.drives().get(0)).total()
                - memory.space(rig.drives().get(0)).usable();
    }

    private long find(Path file, byte[] bytes) throws IOException {
        try (StoreFile open = memory.open(file, OpenMode.READ)) {
            ByteBuffer all = ByteBuffer.allocate((int) open.length());
            open.read(all, 0);
            for (int at = 0; at <= all.capacity() - bytes.length; at++) {
                if (all.slice(at, bytes.length).equals(ByteBuffer.wrap(bytes))) {
                    return at;
                }
            }
        }
        throw new AssertionError("not in " + file);
    }

    private void flip(Path file, long at) throws IOException {
        try (StoreFile open = memory.open(file, OpenMode.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            open.read(one, at);
            one.put(0, (byte) (one.get(0) ^ 4)).flip();
            open.write(one, at);
        }
    }
}
