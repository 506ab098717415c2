package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(Home.class)
class PutGetTest extends StoreTestBase {
    PutGetTest(Home home) {
        super(home);
    }

    /** Asks by every method of reading there is. */
    private void assertFoundByAll(byte[] key, byte[] value) throws IOException {
        assertArrayEquals(value, table.get(key));
        for (ByteBuffer form : new ByteBuffer[] {
            ByteBuffer.wrap(key),
            direct(key),
            direct(key).asReadOnlyBuffer(),
            direct(key).order(ByteOrder.LITTLE_ENDIAN)
        }) {
            int position = form.position();
            int limit = form.limit();
            assertArrayEquals(value, table.get(form));
            assertTrue(table.contains(form));
            assertEquals(value.length, table.valueLength(form));
            assertArrayEquals(value, table.read(form, StoreTestBase::copy));
            assertEquals(value.length, table.readLong(form, ByteBuffer::remaining, -7));
            for (ByteBuffer target :
                    new ByteBuffer[] {ByteBuffer.allocate(value.length + 9), ByteBuffer.allocateDirect(value.length + 9)
                    }) {
                target.position(3).limit(value.length + 5);
                assertEquals(value.length, table.get(form, target));
                assertEquals(3 + value.length, target.position());
                assertEquals(value.length + 5, target.limit());
                assertArrayEquals(value, copy(target.flip().position(3)));
                target.clear();
                assertEquals(Math.max(0, value.length - 1), table.getPart(form, Math.min(1, value.length), target));
            }
            assertEquals(position, form.position());
            assertEquals(limit, form.limit());
        }
        ByteBuffer target = ByteBuffer.allocate(value.length);
        assertEquals(value.length, table.get(key, target));
        assertArrayEquals(value, target.array());
        assertTrue(table.contains(key));
        assertEquals(value.length, table.valueLength(key));
        assertArrayEquals(value, table.read(key, StoreTestBase::copy));
        assertEquals(value.length, table.readLong(key, ByteBuffer::remaining, -7));
        try (InputStream in = table.getStream(key)) {
            assertArrayEquals(value, in.readAllBytes());
            assertEquals(-1, in.read());
        }
    }

    private void assertAbsentForAll(byte[] key) {
        ByteBuffer buffer = direct(key);
        ByteBuffer target = ByteBuffer.allocate(10);
        assertNull(table.get(key));
        assertNull(table.get(buffer));
        assertEquals(-1, table.get(key, target));
        assertEquals(-1, table.get(buffer, target));
        assertNull(table.getIfInMemory(key));
        assertEquals(-1, table.getIfInMemory(buffer, target));
        assertNull(table.read(key, value -> value));
        assertNull(table.read(buffer, value -> value));
        assertEquals(-7, table.readLong(key, ByteBuffer::remaining, -7));
        assertEquals(-7, table.readLong(buffer, ByteBuffer::remaining, -7));
        assertNull(table.getStream(key));
        assertEquals(-1, table.getPart(key, 0, target));
        assertEquals(-1, table.getPart(buffer, 0, target));
        assertFalse(table.contains(key));
        assertFalse(table.contains(buffer));
        assertEquals(-1, table.valueLength(key));
        assertEquals(-1, table.valueLength(buffer));
        assertEquals(0, target.position());
    }

    @Test
    void absentKey() {
        assertAbsentForAll(bytes("nothing"));
        table.put(bytes("other"), bytes("x"));
        assertAbsentForAll(bytes("nothing"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 100, 4_095, 4_096, 4_097, 65_535, 65_536, 65_537, 300_000, 1 << 20, 5_000_001})
    void valueIsFoundByEveryMethodAtOnceAndLater(int length) throws IOException {
        byte[] key = bytes("k" + length);
        byte[] value = value(length, length);
        assertTrue(table.put(key, value));
        assertFoundByAll(key, value);
        assertFalse(table.put(key, bytes("another")));
        assertFoundByAll(key, value);
        table.flush().join();
        assertFoundByAll(key, value);
        table.roll();
        table.flush().join();
        assertFoundByAll(key, value);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536, 65_537, 1 << 20, (1 << 24) - 1})
    void keyLengths(int length) throws IOException {
        byte[] key = value(length, length);
        byte[] other = key.clone();
        other[length - 1]++;
        assertTrue(table.put(key, bytes("one")));
        assertNull(table.get(other));
        assertTrue(table.put(direct(other), direct(bytes("two"))));
        assertFoundByAll(key, bytes("one"));
        assertFoundByAll(other, bytes("two"));
        assertFalse(table.put(direct(key), direct(bytes("three"))));
        table.roll();
        table.flush().join();
        assertFoundByAll(key, bytes("one"));
        assertFoundByAll(other, bytes("two"));
    }

    @Test
    void keyOfWrongLengthIsRefusedByEveryMethod() {
        ByteBuffer target = ByteBuffer.allocate(1);
        for (byte[] key : new byte[][] {{}, new byte[1 << 24]}) {
            ByteBuffer buffer = ByteBuffer.wrap(key);
            org.junit.jupiter.api.function.Executable[] all = {
                () -> table.put(key, bytes("v")),
                () -> table.put(buffer, ByteBuffer.wrap(bytes("v"))),
                () -> table.put(key, bytes("v"), PutOptions.DURABLE),
                () -> table.put(buffer, ByteBuffer.wrap(bytes("v")), PutOptions.DURABLE),
                () -> table.put(new Batch().add(key, bytes("v"))),
                () -> table.putStream(key, 1, PutOptions.DEFAULTS),
                () -> table.get(key),
                () -> table.get(buffer),
                () -> table.get(key, target),
                () -> table.get(buffer, target),
                () -> table.getIfInMemory(key),
                () -> table.getIfInMemory(buffer, target),
                () -> table.read(key, value -> 1),
                () -> table.read(buffer, value -> 1),
                () -> table.readLong(key, value -> 1, 0),
                () -> table.readLong(buffer, value -> 1, 0),
                () -> table.getStream(key),
                () -> table.getPart(key, 0, target),
                () -> table.getPart(buffer, 0, target),
                () -> table.contains(key),
                () -> table.contains(buffer),
                () -> table.valueLength(key),
                () -> table.valueLength(buffer)
            };
            for (int i = 0; i < all.length; i++) {
                String message = assertThrows(IllegalArgumentException.class, all[i], "call " + i)
                        .getMessage();
                assertTrue(message.contains("key") && message.contains("16777215"), message);
            }
        }
        assertEquals(0, table.keyCount());
    }

    @Test
    void buffersOfAnyKindCanBePut() throws IOException {
        ByteBuffer[] forms = {
            ByteBuffer.wrap(value(1, 500)),
            ByteBuffer.wrap(value(2, 500), 100, 300).slice(),
            direct(value(3, 500)),
            direct(value(4, 500)).asReadOnlyBuffer(),
            ByteBuffer.wrap(value(5, 500)).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN)
        };
        for (int i = 0; i < forms.length; i++) {
            ByteBuffer key = direct(key(i));
            byte[] value = copy(forms[i]);
            int position = forms[i].position();
            assertTrue(table.put(key, forms[i]));
            assertEquals(position, forms[i].position());
            assertEquals(5, key.position());
            assertFoundByAll(key(i), value);
        }
    }

    @Test
    void whatIsPutOrGotCanBeChangedAfterwards() {
        byte[] key = bytes("key");
        byte[] value = bytes("value");
        table.put(key, value);
        key[0]++;
        value[0]++;
        table.get(bytes("key"))[0]++;
        assertHolds(bytes("key"), bytes("value"));
    }

    @Test
    void targetTooSmallStaysAsItWas() {
        table.put(bytes("k"), value(1, 100));
        ByteBuffer target = ByteBuffer.allocate(99);
        TargetTooSmallException e = assertThrows(TargetTooSmallException.class, () -> table.get(bytes("k"), target));
        assertEquals(100, e.needed());
        assertEquals(99, e.remaining());
        assertThrows(TargetTooSmallException.class, () -> table.get(direct(bytes("k")), target));
        assertThrows(TargetTooSmallException.class, () -> table.getIfInMemory(direct(bytes("k")), target));
        assertEquals(0, target.position());
        assertEquals(99, target.limit());
        assertArrayEquals(new byte[99], target.array());
    }

    @Test
    void readOnlyTargetIsRefused() {
        table.put(bytes("k"), value(1, 100));
        ByteBuffer target = ByteBuffer.allocate(100).asReadOnlyBuffer();
        assertThrows(ReadOnlyBufferException.class, () -> table.get(bytes("k"), target));
        assertThrows(ReadOnlyBufferException.class, () -> table.getPart(bytes("k"), 0, target));
        assertEquals(0, target.position());
    }

    @Test
    void freshValueIsFoundInMemory() {
        byte[] value = value(1, 1_000);
        table.put(bytes("k"), value);
        ByteBuffer target = ByteBuffer.allocate(1_000);
        assertArrayEquals(value, table.getIfInMemory(bytes("k")));
        assertEquals(1_000, table.getIfInMemory(direct(bytes("k")), target));
        assertArrayEquals(value, target.array());
    }

    @Test
    void valueThatIsOnDiskOnlyIsNotFetched() {
        byte[] value = value(1, 1 << 20);
        table.put(bytes("k"), value);
        // Four times the write buffers: the first value's must have been used again.
        for (int i = 0; i < 64; i++) {
            table.put(key(i), value);
        }
        store.flush().join();
        assertNull(table.getIfInMemory(bytes("k")));
        assertTrue(table.contains(bytes("k")));
    }

    @Test
    void parts() {
        byte[] value = value(9, 200_000);
        table.put(bytes("k"), value);
        for (int round = 0; round < 2; round++) {
            Random random = new Random(round);
            for (int i = 0; i < 200; i++) {
                int offset = random.nextInt(value.length);
                int room = random.nextInt(1 << random.nextInt(17));
                ByteBuffer target = i % 2 == 0 ? ByteBuffer.allocate(room) : ByteBuffer.allocateDirect(room);
                int expected = Math.min(room, value.length - offset);
                assertEquals(expected, table.getPart(bytes("k"), offset, target));
                assertEquals(expected, target.position());
                ByteBuffer part = ByteBuffer.wrap(value, offset, expected);
                assertEquals(part, target.flip());
            }
            ByteBuffer target = ByteBuffer.allocate(10);
            assertEquals(0, table.getPart(bytes("k"), value.length, target));
            assertEquals(0, table.getPart(bytes("k"), Long.MAX_VALUE, target));
            assertEquals(0, target.position());
            assertThrows(IllegalArgumentException.class, () -> table.getPart(bytes("k"), -1, target));
            table.roll();
            table.flush().join();
        }
    }

    @Test
    void readerSeesAReadOnlyBigEndianBuffer() {
        table.put(bytes("k"), new byte[] {0, 0, 0, 1, 2});
        assertEquals(1, table.<Integer>read(bytes("k"), ByteBuffer::getInt).intValue());
        assertEquals(1L, table.readLong(bytes("k"), ByteBuffer::getInt, 0));
        assertEquals(ByteOrder.BIG_ENDIAN, table.read(bytes("k"), ByteBuffer::order));
        assertTrue(table.read(bytes("k"), ByteBuffer::isReadOnly));
        assertNull(table.read(bytes("k"), value -> null));
        // What a reader does to position and order is its own affair.
        table.read(
                bytes("k"),
                value -> value.order(ByteOrder.LITTLE_ENDIAN).position(5).limit(5));
        assertEquals(1, table.<Integer>read(bytes("k"), ByteBuffer::getInt).intValue());
    }

    @Test
    void readerMayCallTheStore() {
        byte[] outer = value(1, 70_000);
        byte[] inner = value(2, 90_000);
        table.put(bytes("outer"), outer);
        table.put(bytes("inner"), inner);
        table.flush().join();
        for (int depth = 0; depth < 2; depth++) {
            byte[] seen = table.read(bytes("outer"), value -> {
                assertArrayEquals(inner, table.get(bytes("inner")));
                assertArrayEquals(inner, table.read(bytes("inner"), again -> {
                    assertArrayEquals(outer, table.get(bytes("outer")));
                    return copy(again);
                }));
                table.put(bytes("third"), inner);
                return copy(value);
            });
            assertArrayEquals(outer, seen);
            table.roll();
            table.flush().join();
        }
        assertHolds(bytes("third"), inner);
    }

    @Test
    void whatAReaderThrowsComesThroughAndDoesNoHarm() {
        table.put(bytes("k"), bytes("v"));
        RuntimeException mine = new RuntimeException("mine");
        for (int i = 0; i < 1_000; i++) {
            assertSame(
                    mine,
                    assertThrows(
                            RuntimeException.class,
                            () -> table.read(bytes("k"), value -> {
                                throw mine;
                            })));
            assertSame(
                    mine,
                    assertThrows(
                            RuntimeException.class,
                            () -> table.readLong(
                                    bytes("k"),
                                    value -> {
                                        throw mine;
                                    },
                                    0)));
        }
        assertHolds(bytes("k"), bytes("v"));
    }

    @Test
    void nullsAreRefusedAndNothingIsStored() {
        assertThrows(NullPointerException.class, () -> table.put((byte[]) null, bytes("v")));
        assertThrows(NullPointerException.class, () -> table.put(bytes("k"), (byte[]) null));
        assertThrows(NullPointerException.class, () -> table.put(bytes("k"), bytes("v"), null));
        assertThrows(NullPointerException.class, () -> table.get((byte[]) null));
        assertThrows(NullPointerException.class, () -> table.get(bytes("k"), null));
        assertThrows(NullPointerException.class, () -> table.cursor(null));
        assertThrows(NullPointerException.class, () -> table.ttl(null));
        assertThrows(NullPointerException.class, () -> store.table(null, tableOptions()));
        assertNull(table.get(bytes("k")));
        table.put(bytes("k"), bytes("v"));
        assertThrows(NullPointerException.class, () -> table.read(bytes("k"), null));
    }

    @Test
    void manyValuesOfManySizes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int[] lengths = new int[3_000];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = random.nextInt(1 << random.nextInt(17));
            assertTrue(table.put(key(i), value(i, lengths[i])), "seed " + seed);
        }
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < lengths.length; i++) {
                assertArrayEquals(value(i, lengths[i]), table.get(key(i)), "seed " + seed + ", key " + i);
            }
            assertEquals(lengths.length, table.keyCount());
            table.flush().join();
            table.roll();
        }
    }

    @Test
    void valueLargerThanAllBuffersAndSegment() throws IOException {
        byte[] value = value(3, 40 << 20);
        assertTrue(table.put(bytes("large"), value));
        assertTrue(table.put(direct(bytes("next")), direct(value)));
        assertFalse(table.put(bytes("large"), value));
        assertTrue(table.put(bytes("small"), bytes("v")));
        assertFoundByAll(bytes("large"), value);
        table.flush().join();
        assertFoundByAll(bytes("next"), value);
        assertHolds(bytes("small"), bytes("v"));
        assertNotNull(table.metrics());
    }

    @Test
    void interruptedThreadReadsOnAndKeepsItsFlag() throws IOException {
        byte[] value = value(1, 300_000);
        table.put(bytes("k"), value);
        table.flush().join();
        table.roll();
        table.flush().join();
        for (int i = 0; i < 20; i++) {
            Thread.currentThread().interrupt();
            assertArrayEquals(value, table.get(bytes("k")));
            assertTrue(Thread.interrupted());
        }
        assertFoundByAll(bytes("k"), value);
    }
}
