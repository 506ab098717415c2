package dev.varve.bench.rival;

import java.nio.ByteBuffer;

/** Copies for stores that know arrays only. */
final class Bytes {
    private Bytes() {}

    static byte[] of(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(buffer.position(), copy);
        return copy;
    }

    /** {@return what a get returns} */
    static int into(ByteBuffer target, byte[] value) {
        if (value == null) {
            return -1;
        }
        target.put(value);
        return value.length;
    }
}
