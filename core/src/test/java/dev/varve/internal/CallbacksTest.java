package dev.varve.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.CorruptionException;
import dev.varve.DriveFaultException;
import dev.varve.SegmentEvent;
import dev.varve.StoreFaultException;
import dev.varve.StoreListener;
import dev.varve.VarveException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallbacksTest {
    // Held here, or the logging framework would forget the handler with it.
    private final Logger logger = Logger.getLogger(Callbacks.class.getName());
    private final List<LogRecord> logged = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public synchronized void publish(LogRecord record) {
            logged.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final Threads threads = new Threads((role, cause) -> {});
    private final Callbacks callbacks = new Callbacks();

    @BeforeEach
    void catchLog() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void close() {
        threads.close();
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void runsInOrderOnItsOwnThread() throws InterruptedException {
        callbacks.start(threads);
        List<Integer> order = new ArrayList<>();
        List<Thread> on = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        for (int i = 0; i < 100; i++) {
            int number = i;
            callbacks.execute(() -> order.add(number));
        }
        callbacks.execute(() -> {
            on.add(Thread.currentThread());
            assertTrue(callbacks.isCurrent());
            done.countDown();
        });
        done.await();
        for (int i = 0; i < 100; i++) {
            assertEquals(i, order.get(i));
        }
        assertNotSame(Thread.currentThread(), on.get(0));
        assertFalse(callbacks.isCurrent());
        assertTrue(logged.isEmpty());
    }

    @Test
    void whatWasHandedOverBeforeTheStartIsRun() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        callbacks.execute(done::countDown);
        callbacks.start(threads);
        done.await();
    }

    @Test
    void throwingCallbackIsLoggedAndDoesNoHarm() throws InterruptedException {
        callbacks.start(threads);
        CountDownLatch done = new CountDownLatch(1);
        callbacks.execute(() -> {
            throw new IllegalStateException("listener's fault");
        });
        callbacks.execute(() -> {
            throw new StackOverflowError("listener's error");
        });
        callbacks.execute(done::countDown);
        done.await();
        assertEquals(2, logged.size());
        assertEquals("listener's fault", logged.get(0).getThrown().getMessage());
    }

    @Test
    void closeRunsWhatIsLeftAndLaterOnesRunAtOnce() {
        callbacks.start(threads);
        List<String> ran = new ArrayList<>();
        callbacks.execute(() -> ran.add("before"));
        threads.close();
        assertEquals(List.of("before"), ran);
        callbacks.execute(() -> ran.add("after"));
        assertEquals(List.of("before", "after"), ran);
    }

    @Test
    void everyEventReachesTheListener() {
        List<String> heard = new ArrayList<>();
        StoreListener listener = new StoreListener() {
            @Override
            public void segmentSealed(SegmentEvent event) {
                heard.add("sealed " + event.sequence());
            }

            @Override
            public void segmentExpired(SegmentEvent event) {
                heard.add("expired " + event.sequence());
            }

            @Override
            public void segmentRecycled(SegmentEvent event) {
                heard.add("recycled " + event.sequence());
            }

            @Override
            public void segmentDeleted(SegmentEvent event) {
                heard.add("deleted " + event.sequence());
            }

            @Override
            public void damageFound(CorruptionException damage) {
                heard.add("damage " + damage.offset());
            }

            @Override
            public void driveFault(Path drive, DriveFaultException fault) {
                heard.add("drive " + drive);
            }

            @Override
            public void storeFault(VarveException fault) {
                heard.add("store " + fault.getMessage());
            }
        };
        callbacks.start(threads);
        StoreListener calls = new ListenerCalls(listener, callbacks);
        Path drive = Path.of("/mnt/a");
        SegmentEvent event = new SegmentEvent("blobs", drive.resolve("7.segment"), 7, 1 << 20, 3);
        calls.segmentSealed(event);
        calls.segmentExpired(event);
        calls.segmentRecycled(event);
        calls.segmentDeleted(event);
        calls.damageFound(new CorruptionException(event.file(), 4096, "1", "2"));
        calls.driveFault(drive, new DriveFaultException(drive, new IOException("EIO")));
        calls.storeFault(new StoreFaultException("gone", new IOException("EIO")));
        threads.close();
        assertEquals(
                List.of(
                        "sealed 7",
                        "expired 7",
                        "recycled 7",
                        "deleted 7",
                        "damage 4096",
                        "drive /mnt/a",
                        "store gone"),
                heard);
    }

    @Test
    void listenerThatHearsNothingIsFine() {
        callbacks.start(threads);
        StoreListener calls = new ListenerCalls(new StoreListener() {}, callbacks);
        calls.segmentSealed(new SegmentEvent("blobs", Path.of("x"), 1, 1, 1));
        calls.storeFault(new StoreFaultException("gone", null));
        threads.close();
        assertTrue(logged.isEmpty());
    }
}
