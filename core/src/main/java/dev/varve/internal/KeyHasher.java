package dev.varve.internal;

import com.dynatrace.hash4j.hashing.ByteAccess;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Hashes keys with 64-bit XXH3, keyed with a table's secret seed so that nobody outside can make keys collide. The same bytes
 * hash the same from an array and from any kind of buffer. Allocates nothing; any thread.
 */
public final class KeyHasher {
    private static final ByteAccess<ByteBuffer> BUFFER = new BufferAccess();

    private final Hasher64 hasher;

    public KeyHasher(long seed) {
        hasher = Hashing.xxh3_64(seed);
    }

    /** The hash of a whole array. */
    public long hash(byte[] key) {
        return hasher.hashBytesToLong(key);
    }

    /** The hash of the bytes from position to limit, which stay as they are; the buffer's byte order does not matter. */
    public long hash(ByteBuffer key) {
        if (key.hasArray()) {
            return hasher.hashBytesToLong(key.array(), key.arrayOffset() + key.position(), key.remaining());
        }
        return hasher.hashBytesToLong(key, key.position(), key.remaining(), BUFFER);
    }

    /** Little-endian whatever the buffer's own order; a view needs no copy of the buffer to turn it. */
    private static final class BufferAccess implements ByteAccess<ByteBuffer> {
        private static final VarHandle LONGS =
                MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        private static final VarHandle INTS =
                MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

        @Override
        public byte getByte(ByteBuffer data, long index) {
            return data.get((int) index);
        }

        @Override
        public int getInt(ByteBuffer data, long index) {
            return (int) INTS.get(data, (int) index);
        }

        @Override
        public long getIntAsUnsignedLong(ByteBuffer data, long index) {
            return getInt(data, index) & 0xFFFF_FFFFL;
        }

        @Override
        public long getLong(ByteBuffer data, long index) {
            return (long) LONGS.get(data, (int) index);
        }

        @Override
        public void copyToByteArray(ByteBuffer data, long index, byte[] target, int offset, int length) {
            data.get((int) index, target, offset, length);
        }
    }
}
