package dev.varve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BatchTest {
    private final Set<ByteBuffer> keys = new HashSet<>();
    private final List<String> calls = new ArrayList<>();
    private final List<PutOptions> options = new ArrayList<>();
    private RuntimeException putFails;
    private RuntimeException flushFails;

    /** A table of a user's own: the defaults of the interface and a put. */
    private final Table table = (Table) Proxy.newProxyInstance(
            Table.class.getClassLoader(), new Class<?>[] {Table.class}, (proxy, method, args) -> {
                if (method.isDefault()) {
                    return InvocationHandler.invokeDefault(proxy, method, args);
                }
                switch (method.getName()) {
                    case "put":
                        calls.add("put");
                        options.add((PutOptions) args[2]);
                        if (putFails != null && calls.size() == 3) {
                            throw putFails;
                        }
                        return keys.add(((ByteBuffer) args[0]).duplicate());
                    case "flush":
                        calls.add("flush");
                        return flushFails == null
                                ? CompletableFuture.completedFuture(null)
                                : CompletableFuture.failedFuture(flushFails);
                    default:
                        throw new AssertionError(method);
                }
            });

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Batch batch(String... keys) {
        Batch batch = new Batch();
        for (String key : keys) {
            batch.add(bytes(key), bytes("value"));
        }
        return batch;
    }

    @Test
    void tellsWhatBecameOfEachPair() {
        Batch batch = batch("a", "b", "a", "c");
        assertEquals(4, batch.size());
        assertEquals(0, batch.tried());
        assertEquals(3, table.put(batch));
        assertEquals(4, batch.tried());
        assertTrue(batch.stored(0));
        assertTrue(batch.stored(1));
        assertFalse(batch.stored(2));
        assertTrue(batch.stored(3));
        assertThrows(IndexOutOfBoundsException.class, () -> batch.stored(4));
        assertEquals(0, table.put(batch), "put again, every key is taken");
        assertFalse(batch.stored(0));
    }

    @Test
    void emptyBatchDoesNothing() {
        assertEquals(0, table.put(new Batch()));
        assertEquals(List.of(), calls);
    }

    @Test
    void durableBatchFlushesOnce() {
        PutOptions durable =
                PutOptions.builder().durable(true).ttl(Duration.ofSeconds(3)).build();
        assertEquals(2, table.put(batch("a", "b"), durable));
        assertEquals(List.of("put", "put", "flush"), calls);
        assertEquals(3_000, options.get(0).ttlMillis());
        assertFalse(options.get(0).isDurable());
    }

    @Test
    void failureLeavesTheRestUntried() {
        putFails = new PutTimeoutException(Duration.ofSeconds(1), 5);
        Batch batch = batch("a", "b", "c", "d");
        assertSame(putFails, assertThrows(PutTimeoutException.class, () -> table.put(batch)));
        assertEquals(2, batch.tried());
        assertTrue(batch.stored(1));
        assertFalse(batch.stored(2));
        assertFalse(batch.stored(3));
    }

    @Test
    void failedFlushFailsAsAPutDoes() {
        flushFails = new StoreFaultException("gone", null);
        assertSame(
                flushFails, assertThrows(StoreFaultException.class, () -> table.put(batch("a"), PutOptions.DURABLE)));
    }

    @Test
    void clearedBatchCanBeUsedAgain() {
        Batch batch = batch("a", "b");
        table.put(batch);
        batch.clear();
        assertEquals(0, batch.size());
        assertEquals(0, batch.tried());
        batch.add(ByteBuffer.wrap(bytes("c")), ByteBuffer.allocateDirect(3));
        assertFalse(batch.stored(0));
        assertEquals(1, table.put(batch));
        assertTrue(batch.stored(0));
    }

    @Test
    void nullsAreRefused() {
        assertThrows(NullPointerException.class, () -> new Batch().add(null, new byte[0]));
        assertThrows(NullPointerException.class, () -> new Batch().add(new byte[0], null));
        assertThrows(NullPointerException.class, () -> new Batch().add(ByteBuffer.allocate(1), null));
    }
}
