package dev.varve.bench.load;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Makes a value's key from its sequence: random to look at, different for every sequence. Immutable. */
public final class Keys {
    /** Shorter keys could not all be different. */
    public static final int BYTES_MIN = Long.BYTES;

    private final long salt;
    private final int keyBytes;

    /**
     * Keys of one run.
     *
     * @param seed other seeds give other keys
     * @param keyBytes the length of a key, at least {@link #BYTES_MIN}
     */
    public Keys(long seed, int keyBytes) {
        if (keyBytes < BYTES_MIN) {
            throw new IllegalArgumentException("key of " + keyBytes + " bytes");
        }
        this.salt = Mix.of(seed);
        this.keyBytes = keyBytes;
    }

    /** {@return the length of every key} */
    public int keyBytes() {
        return keyBytes;
    }

    /** {@return a buffer for one key} */
    public ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(keyBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Fills a buffer of {@link #buffer()} with a key.
     *
     * @param sequence which key
     * @param key filled from 0; position and limit are set around the key
     * @return the same buffer
     */
    public ByteBuffer write(long sequence, ByteBuffer key) {
        long first = Mix.of(sequence ^ salt);
        key.clear();
        key.putLong(first);
        for (long word = 1; key.remaining() >= Long.BYTES; word++) {
            key.putLong(Mix.of(first, word));
        }
        for (long rest = Mix.of(first, -1); key.hasRemaining(); rest >>>= Byte.SIZE) {
            key.put((byte) rest);
        }
        return key.flip();
    }

    /**
     * {@return a number with its bits spread, different for every number: as good as a key's hash}
     *
     * @param number any
     */
    public static long mix(long number) {
        return Mix.of(number);
    }
}
