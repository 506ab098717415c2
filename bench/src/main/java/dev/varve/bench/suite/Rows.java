package dev.varve.bench.suite;

import dev.varve.bench.load.Keys;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Keys and values that follow from a row's number and a seed alone, so that what is read can be compared and nothing need be
 * remembered. For one thread.
 */
public final class Rows {
    private final Keys keys;
    private final long seed;
    private final ByteBuffer key;
    private final ByteBuffer value;
    private final ByteBuffer expected;
    private final ByteBuffer target;

    /**
     * Rows of one shape.
     *
     * @param seed other seeds give other rows
     * @param keyBytes length of a key, at least {@link Keys#BYTES_MIN}
     * @param valueBytes length of a value
     */
    public Rows(long seed, int keyBytes, int valueBytes) {
        this.seed = seed;
        keys = new Keys(seed, keyBytes);
        key = keys.buffer();
        value = ByteBuffer.allocateDirect(valueBytes).order(ByteOrder.LITTLE_ENDIAN);
        expected = ByteBuffer.allocateDirect(valueBytes).order(ByteOrder.LITTLE_ENDIAN);
        target = ByteBuffer.allocateDirect(valueBytes);
    }

    /** {@return bytes of a key and a value} */
    public int pairBytes() {
        return keys.keyBytes() + value.capacity();
    }

    /**
     * {@return the random key of a row, valid until the next; different rows have different ones}
     *
     * @param row any
     */
    public ByteBuffer key(long row) {
        return keys.write(row, key);
    }

    /**
     * {@return the key of a row such that keys are in the order of their rows, valid until the next}
     *
     * @param row from 0
     */
    public ByteBuffer orderedKey(long row) {
        key.clear();
        key.putLong(Long.reverseBytes(row));
        while (key.hasRemaining()) {
            key.put((byte) 0);
        }
        return key.flip();
    }

    /**
     * {@return the value of a row, valid until the next}
     *
     * @param row any
     */
    public ByteBuffer value(long row) {
        return fill(row, value);
    }

    private ByteBuffer fill(long row, ByteBuffer into) {
        long word = Keys.mix(row ^ seed);
        into.clear();
        while (into.remaining() >= Long.BYTES) {
            into.putLong(word);
            word = word * 0xBF58476D1CE4E5B9L + 0x94D049BB133111EBL;
        }
        for (; into.hasRemaining(); word >>>= Byte.SIZE) {
            into.put((byte) word);
        }
        return into.flip();
    }

    /** {@return an empty buffer for a value that is read} */
    public ByteBuffer target() {
        return target.clear();
    }

    /**
     * Compares what a store gave into {@link #target()}.
     *
     * @param row whose value it should be
     * @param length as the store said
     * @throws IllegalStateException if it is not the row's value
     */
    public void check(long row, int length) {
        if (length != target.capacity() || !fill(row, expected).equals(target.clear())) {
            throw new IllegalStateException(
                    "row " + row + (length < 0 ? " is missing" : " has a wrong value of " + length + " bytes"));
        }
    }
}
