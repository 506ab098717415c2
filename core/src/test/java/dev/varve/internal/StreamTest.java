package dev.varve.internal;

import static dev.varve.internal.StoreRig.key;
import static dev.varve.internal.StoreRig.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.PutOptions;
import dev.varve.PutStream;
import dev.varve.StoreClosedException;
import dev.varve.Table;
import dev.varve.TableDroppedException;
import dev.varve.TableOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that go in and out piece by piece. */
class StreamTest {
    private final StoreRig rig = new StoreRig();
    private final Table table = rig.open().table("t", TableOptions.defaults());

    @AfterEach
    void close() {
        rig.close();
    }

    private static void put(Table table, int number, byte[] value, int piece) throws IOException {
        PutStream stream = table.putStream(key(number), value.length, PutOptions.DEFAULTS);
        for (int at = 0; at < value.length; at += piece) {
            stream.write(value, at, Math.min(piece, value.length - at));
        }
        stream.close();
        assertTrue(stream.stored());
    }

    private static byte[] read(Table table, int number, int piece) throws IOException {
        try (InputStream stream = table.getStream(key(number))) {
            byte[] bytes = new byte[(int) table.valueLength(key(number)) + 1];
            int at = 0;
            int read = stream.read(bytes, 0, Math.min(piece, bytes.length));
            while (read >= 0) {
                at += read;
                read = stream.read(bytes, at, Math.min(piece, bytes.length - at));
            }
            assertEquals(-1, stream.read());
            return Arrays.copyOf(bytes, at);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000, 65_536, 131_072, 131_073, 1_000_000, 9_000_000})
    void whatStreamsInStreamsOut(int length) throws IOException {
        byte[] value = value(length, length);
        put(table, length, value, 77_777);
        assertArrayEquals(value, read(table, length, 10_000));
        assertArrayEquals(value, table.get(key(length)));
        table.flush().join();
        assertArrayEquals(value, read(table, length, 100_000));
        Table again = rig.reopen().table("t");
        assertArrayEquals(value, read(again, length, 33));
        assertEquals(1, again.keyCount());
        assertEquals(key(length).length + length, again.size());
    }

    @Test
    void aStreamedValueIsVisibleWhenTheStreamIsClosed() throws IOException {
        byte[] value = value(1, 500_000);
        PutStream stream = table.putStream(key(1), value.length, PutOptions.DEFAULTS);
        stream.write(ByteBuffer.wrap(value, 0, 400_000));
        assertNull(table.get(key(1)));
        stream.write(ByteBuffer.wrap(value, 400_000, 100_000));
        assertNull(table.get(key(1)));
        assertFalse(stream.stored());
        stream.close();
        stream.close();
        assertTrue(stream.stored());
        assertFalse(stream.isOpen());
        assertArrayEquals(value, table.get(key(1)));
        assertThrows(IOException.class, () -> stream.write(1));
        // It is durable by then, flush or no flush.
        assertArrayEquals(value, rig.crash().table("t").get(key(1)));
    }

    @Test
    void tooFewBytesStoreNothing() throws IOException {
        for (int length : new int[] {100, 500_000}) {
            PutStream stream = table.putStream(key(1), length, PutOptions.DEFAULTS);
            stream.write(new byte[length - 1]);
            assertThrows(IOException.class, stream::close);
            assertFalse(stream.stored());
            assertNull(table.get(key(1)));
        }
        assertEquals(0, table.keyCount());
        assertTrue(table.put(key(1), value(1, 10)));
    }

    @Test
    void tooManyBytesAreRefused() throws IOException {
        for (int length : new int[] {100, 500_000}) {
            try (PutStream stream = table.putStream(key(length), length, PutOptions.DEFAULTS)) {
                stream.write(new byte[length - 10]);
                assertThrows(IOException.class, () -> stream.write(new byte[11]));
                stream.write(new byte[10]);
            }
            assertArrayEquals(new byte[length], table.get(key(length)));
        }
    }

    @Test
    void anAbortedStreamStoresNothing() throws IOException {
        for (int length : new int[] {100, 500_000}) {
            PutStream stream = table.putStream(key(1), length, PutOptions.DEFAULTS);
            stream.write(new byte[length]);
            stream.abort();
            stream.close();
            assertFalse(stream.stored());
            assertNull(table.get(key(1)));
        }
    }

    @Test
    void aKeyThatIsTakenRefusesTheStream() throws IOException {
        table.put(key(1), value(1, 10));
        for (int length : new int[] {100, 500_000}) {
            PutStream stream = table.putStream(key(1), length, PutOptions.DURABLE);
            stream.write(new byte[length]);
            stream.close();
            assertFalse(stream.stored());
        }
        // It may also be taken while the stream is open.
        PutStream late = table.putStream(key(2), 500_000, PutOptions.DEFAULTS);
        late.write(new byte[500_000]);
        table.put(key(2), value(2, 20));
        late.close();
        assertFalse(late.stored());
        assertArrayEquals(value(2, 20), table.get(key(2)));
        assertEquals(2, table.keyCount());
    }

    @Test
    void streamsUnderWayAreGivenUpAtCloseAndDrop() throws IOException {
        PutStream stream = table.putStream(key(1), 500_000, PutOptions.DEFAULTS);
        stream.write(new byte[1000]);
        Table other = rig.store().table("other", TableOptions.defaults());
        PutStream ofOther = other.putStream(key(1), 500_000, PutOptions.DEFAULTS);
        rig.store().dropTable("other");
        assertThrows(TableDroppedException.class, () -> ofOther.write(new byte[499_000]));
        rig.store().close();
        assertThrows(StoreClosedException.class, () -> stream.write(new byte[499_000]));
        stream.abort();
        assertEquals(0, rig.open().table("t").keyCount());
    }

    @Test
    void anInputStreamEndsWithTheStore() throws IOException {
        table.put(key(1), value(1, 100_000));
        InputStream stream = table.getStream(key(1));
        stream.read();
        rig.store().close();
        assertThrows(StoreClosedException.class, () -> stream.readNBytes(50_000));
        stream.close();
        assertThrows(StoreClosedException.class, () -> table.getStream(key(1)));
    }

    @Test
    void noStreamForWhatIsNotThere() {
        assertNull(table.getStream(key(1)));
    }
}
