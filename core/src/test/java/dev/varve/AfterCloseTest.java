package dev.varve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every public method says that the store is closed, or the table dropped, and none hangs or fails in another way. */
@ParameterizedClass
@EnumSource(Home.class)
class AfterCloseTest extends StoreTestBase {
    private static final Set<String> ALLOWED_ON_STORE = Set.of("close", "isClosed", "fault");

    AfterCloseTest(Home home) {
        super(home);
    }

    private Map<Class<?>, Object> arguments() {
        return Map.ofEntries(
                Map.entry(byte[].class, new byte[] {1}),
                Map.entry(ByteBuffer.class, ByteBuffer.allocate(1)),
                Map.entry(PutOptions.class, PutOptions.DEFAULTS),
                Map.entry(Batch.class, new Batch().add(new byte[1], new byte[1])),
                Map.entry(ValueReader.class, (ValueReader<Object>) value -> value),
                Map.entry(ToLongFunction.class, (ToLongFunction<ByteBuffer>) ByteBuffer::remaining),
                Map.entry(CursorOptions.class, CursorOptions.DEFAULTS),
                Map.entry(TableOptions.class, TableOptions.defaults()),
                Map.entry(Duration.class, Duration.ofSeconds(5)),
                Map.entry(String.class, "table"),
                Map.entry(long.class, 0L));
    }

    /** Calls every instance method of an interface and returns those that did not throw as they should. */
    private List<String> notRefused(
            Class<?> type, Object handle, Class<? extends Throwable> expected, Set<String> allowed)
            throws IllegalAccessException {
        List<String> wrong = new ArrayList<>();
        int called = 0;
        for (Method method : type.getMethods()) {
            if (Modifier.isStatic(method.getModifiers()) || allowed.contains(method.getName())) {
                continue;
            }
            Object[] arguments = new Object[method.getParameterCount()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = arguments().get(method.getParameterTypes()[i]);
                assertNotNull(arguments[i], method + " needs an argument of a kind that this test does not have");
            }
            called++;
            try {
                Object result = method.invoke(handle, arguments);
                wrong.add(method + " returned " + result);
            } catch (InvocationTargetException e) {
                if (!expected.isInstance(e.getCause())) {
                    wrong.add(method + " threw " + e.getCause());
                }
            }
        }
        assertTrue(called > 5);
        return wrong;
    }

    @Test
    void everyMethodOfAClosedStoreSaysSo() throws IllegalAccessException {
        store.close();
        assertEquals(List.of(), notRefused(Store.class, store, StoreClosedException.class, ALLOWED_ON_STORE));
        assertTrue(store.isClosed());
        assertTrue(store.fault().isEmpty());
    }

    @Test
    void everyMethodOfATableOfAClosedStoreSaysSo() throws IllegalAccessException {
        table.put(new byte[] {1}, bytes("v"));
        store.close();
        assertEquals(List.of(), notRefused(Table.class, table, StoreClosedException.class, Set.of("name")));
        assertEquals("table", table.name());
    }

    @Test
    void everyMethodOfADroppedTableSaysSo() throws IllegalAccessException {
        table.put(new byte[] {1}, bytes("v"));
        store.dropTable("table");
        assertEquals(List.of(), notRefused(Table.class, table, TableDroppedException.class, Set.of("name")));
        store.close();
        assertThrows(IllegalStateException.class, () -> table.get(new byte[] {1}));
    }

    @Test
    void everyMethodOfACursorOfAClosedStoreSaysSo() throws IllegalAccessException {
        table.put(key(1), bytes("v"));
        table.put(key(2), bytes("v"));
        Cursor cursor = table.cursor(CursorOptions.DEFAULTS);
        assertTrue(cursor.next());
        store.close();
        assertEquals(List.of(), notRefused(Cursor.class, cursor, IllegalStateException.class, Set.of("close")));
        cursor.close();
        cursor.close();
    }

    @Test
    void streamsOfAClosedStoreFail() throws IOException {
        table.put(key(1), value(1, 900_000));
        InputStream in = table.getStream(key(1));
        PutStream shorter = table.putStream(key(2), 10, PutOptions.DEFAULTS);
        PutStream longer = table.putStream(key(3), 5 << 20, PutOptions.DEFAULTS);
        in.read();
        store.close();
        Exception reading = assertThrows(Exception.class, in::readAllBytes);
        assertTrue(reading instanceof IOException || reading instanceof StoreClosedException, reading::toString);
        in.close();
        for (PutStream out : List.of(shorter, longer)) {
            Exception e = assertThrows(Exception.class, () -> {
                out.write(new byte[10]);
                out.close();
            });
            assertTrue(e instanceof IOException || e instanceof StoreClosedException, e::toString);
            out.abort();
            assertFalse(out.stored());
        }
    }

    @Test
    void closeTwiceAndFromManyThreads() throws InterruptedException {
        table.put(key(1), bytes("v"));
        List<Thread> threads = new ArrayList<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int t = 0; t < 8; t++) {
            Thread thread = new Thread(() -> {
                try {
                    store.close();
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        store.close();
        assertEquals(null, failure.get());
        assertTrue(store.isClosed());
    }

    @Test
    void flushOfBeforeCloseIsCompletedByIt() {
        table.put(key(1), value(1, 1 << 20));
        CompletableFuture<Void> flush = table.flush();
        store.close();
        flush.join();
    }

    @Test
    void storeCanBeClosedFromACallback() throws InterruptedException {
        table.put(key(1), bytes("v"));
        CompletableFuture<Void> closed = table.flush().thenRun(store::close);
        closed.join();
        assertTrue(store.isClosed());
        assertThrows(StoreClosedException.class, () -> table.get(key(1)));
    }

    @Test
    void closeUnderLoad() throws InterruptedException {
        for (int round = 0; round < 4; round++) {
            List<Thread> threads = new ArrayList<>();
            AtomicReference<Throwable> wrong = new AtomicReference<>();
            for (int t = 0; t < 6; t++) {
                int id = t;
                Thread thread = new Thread(() -> load(id, wrong));
                thread.start();
                threads.add(thread);
            }
            while (table.metrics().puts() < 200) {
                Thread.onSpinWait();
            }
            store.close();
            for (Thread thread : threads) {
                thread.join();
            }
            Throwable e = wrong.get();
            if (e != null) {
                assertInstanceOf(StoreClosedException.class, e, () -> "round: " + e);
            }
            open();
        }
    }

    private void load(int id, AtomicReference<Throwable> wrong) {
        Table loaded = table;
        try {
            for (int i = 0; ; i++) {
                byte[] key = key(id * 1_000_000 + i);
                loaded.put(key, value(i, 2_000));
                loaded.get(key);
                if (i % 50 == id) {
                    loaded.flush().join();
                    try (Cursor cursor = loaded.cursor(CursorOptions.DEFAULTS)) {
                        for (int n = 0; n < 10 && cursor.next(); n++) {
                            cursor.value();
                        }
                    }
                }
            }
        } catch (StoreClosedException e) {
            return;
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof StoreClosedException)) {
                wrong.set(e);
            }
        } catch (IllegalStateException e) {
            // A cursor or table handle may say so in its own words.
            if (!store.isClosed()) {
                wrong.set(e);
            }
        } catch (Throwable e) {
            wrong.set(e);
        }
    }
}
