package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.segments.FaultRules.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OpenFilesTest {
    private static final Path ROOT = Path.of("/drive");
    private static final int COUNT = 10;

    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final FaultRules rules = new FaultRules();
    private final List<OpenMode> modes = Collections.synchronizedList(new ArrayList<>());
    private final FileSystem fileSystem = new FaultyFileSystem(memory, rules) {
        @Override
        public StoreFile open(Path path, OpenMode mode) throws IOException {
            modes.add(mode);
            return super.open(path, mode);
        }
    };
    private final OpenFiles openFiles = new OpenFiles(3);
    private final TableFiles files = new TableFiles(WriteRig.STORE, 3, "t", openFiles);
    private final List<Segment> segments = new ArrayList<>();

    @BeforeEach
    void segments() throws IOException {
        Drive drive = new Drive(0, ROOT, fileSystem, false);
        memory.createDirectories(files.folder(drive));
        for (int i = 0; i < COUNT; i++) {
            SegmentImage image = new SegmentImage(i, i).values(1, i).seal();
            SegmentImage.write(memory, files.segmentPath(drive, i), image.toBytes());
            segments.add(new Segment(image.expectedSeal(), files, drive));
        }
    }

    private void read(int i) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(16, segments.get(i).read(RecordLayout.DATA_START, header));
        assertEquals(i, RecordLayout.valueLength(header, 0));
    }

    @Test
    void opensOnUseAndNeverMoreThanAllowed() throws IOException {
        assertEquals(0, openFiles.count());
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < COUNT; i++) {
                read(i);
                assertEquals(Math.min(3, round * COUNT + i + 1), openFiles.count());
            }
        }
        assertEquals(3 * COUNT, modes.size());
        openFiles.close(segments.get(COUNT - 1));
        openFiles.close(segments.get(0));
        assertEquals(2, openFiles.count());
    }

    @Test
    void theColdestGoes() throws IOException {
        for (int i = 1; i < COUNT; i++) {
            read(0);
            read(i);
        }
        // What is used in between stays open.
        assertTrue(modes.size() < COUNT + 3, modes::toString);
    }

    @Test
    void whatIsBeingReadIsNotClosed() throws Exception {
        CountDownLatch reading = new CountDownLatch(3);
        CountDownLatch go = new CountDownLatch(1);
        rules.always(Operation.READ, path -> true, (operation, path) -> {
            reading.countDown();
            await(go);
        });
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tasks.add(start(i));
        }
        reading.await();
        rules.clear();
        // One more than allowed, rather than wait for a reader.
        read(5);
        assertEquals(4, openFiles.count());
        openFiles.closeAll();
        assertEquals(0, openFiles.count());
        go.countDown();
        for (FutureTask<Void> task : tasks) {
            task.get();
        }
        assertThrows(ClosedChannelException.class, () -> read(0));
        assertEquals(4, modes.size());
    }

    private FutureTask<Void> start(int i) {
        FutureTask<Void> task = new FutureTask<>(() -> {
            read(i);
            return null;
        });
        new Thread(task).start();
        return task;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void sealedSegmentsAreMappedOnRequest() throws IOException {
        read(0);
        files.mapped(true);
        read(1);
        assertEquals(List.of(OpenMode.READ, OpenMode.MAPPED), modes);
    }

    @Test
    void manyReadersOverFewHandles() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int seed = t;
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; i < 20_000; i++) {
                        read((i * 7 + seed * 3) % COUNT);
                    }
                } catch (Throwable e) {
                    failures.incrementAndGet();
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(0, failures.get());
        assertTrue(openFiles.count() <= 7, () -> openFiles.count() + " open");
    }
}
