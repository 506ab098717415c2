package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(Home.class)
class PutStreamTest extends StoreTestBase {
    private final byte[] key = bytes("key");

    PutStreamTest(Home home) {
        super(home);
    }

    private PutStream stream(long length) {
        return table.putStream(key, length, PutOptions.DEFAULTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 4_096, 70_000, 3 << 20})
    void valueIsThereOnceTheStreamIsClosed(int length) throws IOException {
        byte[] value = value(length, length);
        PutStream out = stream(length);
        assertTrue(out.isOpen());
        Random random = new Random(length);
        for (int at = 0; at < length; ) {
            int step = Math.min(length - at, 1 + random.nextInt(10_000));
            switch (random.nextInt(3)) {
                case 0 -> {
                    out.write(value[at] & 0xFF);
                    step = 1;
                }
                case 1 -> out.write(value, at, step);
                default -> {
                    ByteBuffer source = ByteBuffer.wrap(value, at, step);
                    assertEquals(step, out.write(source));
                    assertFalse(source.hasRemaining());
                }
            }
            at += step;
            assertNull(table.get(key), "not before it is whole");
        }
        out.close();
        assertFalse(out.isOpen());
        assertTrue(out.stored());
        assertHolds(key, value);
        assertEquals(1, table.keyCount());
        out.close();
        table.flush().join();
        table.roll();
        assertHolds(key, value);
    }

    @Test
    void tooFewBytesStoreNothing() throws IOException {
        PutStream out = stream(10);
        out.write(new byte[9]);
        IOException e = assertThrows(IOException.class, out::close);
        assertTrue(e.getMessage().contains("9") && e.getMessage().contains("10"), e.getMessage());
        assertFalse(out.stored());
        assertNull(table.get(key));
        out.close();
        assertEquals(0, table.keyCount());
        assertTrue(table.put(key, bytes("later")), "the key is free");
    }

    @Test
    void tooManyBytesAreRefused() throws IOException {
        PutStream out = stream(10);
        out.write(new byte[4]);
        assertThrows(IOException.class, () -> out.write(new byte[7]));
        ByteBuffer source = ByteBuffer.allocate(7);
        assertThrows(IOException.class, () -> out.write(source));
        assertEquals(7, source.remaining());
        out.write(new byte[6]);
        assertThrows(IOException.class, () -> out.write(1));
        out.close();
        assertTrue(out.stored());
        assertArrayEquals(new byte[10], table.get(key));
    }

    @Test
    void abortedStreamStoresNothing() throws IOException {
        PutStream out = stream(1 << 20);
        out.write(new byte[1 << 20]);
        out.abort();
        out.close();
        assertFalse(out.stored());
        assertFalse(out.isOpen());
        assertNull(table.get(key));
        assertThrows(IOException.class, () -> out.write(1));
        assertEquals(0, table.keyCount());
        assertEquals(0, table.size());
    }

    @Test
    void abortAfterCloseDoesNothing() throws IOException {
        PutStream out = stream(1);
        out.write(7);
        out.close();
        out.abort();
        assertTrue(out.stored());
        assertArrayEquals(new byte[] {7}, table.get(key));
    }

    @Test
    void takenKeyKeepsItsValue() throws IOException {
        table.put(key, bytes("first"));
        PutStream out = stream(3);
        out.write(bytes("new"));
        out.close();
        assertFalse(out.stored());
        assertHolds(key, bytes("first"));
        assertEquals(1, table.keyCount());
    }

    @Test
    void keyTakenMeanwhileKeepsItsValue() throws IOException {
        PutStream out = stream(3);
        out.write(bytes("ne"));
        assertTrue(table.put(key, bytes("first")));
        out.write('w');
        out.close();
        assertFalse(out.stored());
        assertHolds(key, bytes("first"));
        assertEquals(1, table.keyCount());
    }

    @Test
    void ofTwoStreamsTheFirstClosedWins() throws IOException {
        PutStream one = stream(3);
        PutStream two = stream(3);
        one.write(bytes("one"));
        two.write(bytes("two"));
        two.close();
        one.close();
        assertTrue(two.stored());
        assertFalse(one.stored());
        assertHolds(key, bytes("two"));
    }

    @Test
    void streamOfManyTimesTheBuffers() throws IOException {
        long length = 100L << 20;
        CRC32C put = new CRC32C();
        try (PutStream out = table.putStream(key, length, PutOptions.DURABLE)) {
            for (int i = 0; i < 100; i++) {
                byte[] part = value(i, 1 << 20);
                put.update(part);
                out.write(part);
            }
        }
        assertEquals(length, table.valueLength(key));
        CRC32C got = new CRC32C();
        long read = 0;
        try (InputStream in = table.getStream(key)) {
            byte[] part = new byte[300_000];
            for (int n = in.read(part); n >= 0; n = in.read(part)) {
                got.update(part, 0, n);
                read += n;
            }
        }
        assertEquals(length, read);
        assertEquals(put.getValue(), got.getValue());
        byte[] middle = new byte[1 << 20];
        assertEquals(1 << 20, table.getPart(key, 57L << 20, ByteBuffer.wrap(middle)));
        assertArrayEquals(value(57, 1 << 20), middle);
    }

    @Test
    void openStreamDoesNotHoldUpOthers() throws IOException {
        PutStream out = stream(20 << 20);
        out.write(new byte[10 << 20]);
        for (int i = 0; i < 50; i++) {
            table.put(key(i), value(i, 1 << 20));
        }
        table.flush().join();
        out.write(new byte[10 << 20]);
        out.close();
        assertTrue(out.stored());
        assertEquals(51, table.keyCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3 << 20})
    void ownTtlIsKept(int length) throws IOException {
        PutOptions options = PutOptions.builder().ttl(Duration.ofSeconds(10)).build();
        try (PutStream out = table.putStream(key, length, options)) {
            out.write(new byte[length]);
        }
        clock.advance(Duration.ofMillis(9_999));
        assertTrue(table.contains(key));
        clock.advance(Duration.ofMillis(1));
        assertFalse(table.contains(key));
    }

    @Test
    void lengthPastTheLimitIsRefused() {
        for (long length : new long[] {-1, 1L << 32, Long.MAX_VALUE}) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> stream(length));
            assertTrue(e.getMessage().contains("4294967295"), e.getMessage());
        }
    }

    @Test
    void keyIsCopied() throws IOException {
        byte[] mine = key.clone();
        PutStream out = table.putStream(mine, 1, PutOptions.DEFAULTS);
        mine[0]++;
        out.write(5);
        out.close();
        assertTrue(table.contains(key));
        assertFalse(table.contains(mine));
    }

    @Test
    void streamIsEndedByClosingTheStore() throws IOException {
        PutStream out = stream(1 << 20);
        out.write(new byte[1_000]);
        store.close();
        assertThrows(Exception.class, () -> out.write(new byte[1 << 19]));
        assertThrows(Exception.class, out::close);
        assertFalse(out.stored());
    }
}
