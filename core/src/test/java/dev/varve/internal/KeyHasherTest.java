package dev.varve.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyHasherTest {
    private final KeyHasher hasher = new KeyHasher(42);

    private static ByteBuffer surrounded(byte[] key, boolean direct, ByteOrder order) {
        int before = key.length % 7;
        ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(key.length + 20) : ByteBuffer.allocate(key.length + 20);
        buffer.order(order);
        buffer.put(0, new byte[] {1, 2, 3});
        buffer.put(before, key);
        return buffer.position(before).limit(before + key.length);
    }

    @Test
    void sameForAllForms() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int length = 0; length <= 1_100; length++) {
            byte[] key = new byte[length];
            random.nextBytes(key);
            long expected = hasher.hash(key);
            for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
                for (boolean direct : new boolean[] {false, true}) {
                    ByteBuffer buffer = surrounded(key, direct, order);
                    ByteBuffer readOnly = buffer.asReadOnlyBuffer().order(order);
                    String what = "seed " + seed + ", length " + length + ", " + buffer;
                    int position = buffer.position();
                    assertEquals(expected, hasher.hash(buffer), what);
                    assertEquals(expected, hasher.hash(readOnly), what);
                    assertEquals(expected, hasher.hash(buffer.slice()), what);
                    assertEquals(position, buffer.position());
                    assertEquals(position + length, buffer.limit());
                    assertEquals(order, buffer.order());
                }
            }
        }
    }

    @Test
    void longKey() {
        byte[] key = new byte[(1 << 24) - 1];
        new Random(1).nextBytes(key);
        assertEquals(hasher.hash(key), hasher.hash(surrounded(key, true, ByteOrder.BIG_ENDIAN)));
    }

    @Test
    void everyByteAndTheSeedCount() {
        byte[] key = new byte[300];
        long hash = hasher.hash(key);
        for (int i = 0; i < key.length; i++) {
            key[i]++;
            assertNotEquals(hash, hasher.hash(key), "byte " + i);
            key[i]--;
        }
        assertNotEquals(hash, new KeyHasher(43).hash(key));
        assertEquals(hash, new KeyHasher(42).hash(key));
    }

    /** The hash is written to key directories and index files, so it must be the same for ever. */
    @Test
    void neverChanges() {
        byte[] key = new byte[32];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) i;
        }
        assertEquals(0x16ED_D62F_E60D_6804L, new KeyHasher(0x0123_4567_89AB_CDEFL).hash(key));
        assertEquals(0x2D06_8005_38D3_94C2L, new KeyHasher(0).hash(new byte[0]), "as XXH3's authors have it");
    }

    @Test
    void allocatesNothing() {
        byte[] array = new byte[400];
        ByteBuffer heap = ByteBuffer.wrap(new byte[40]);
        ByteBuffer direct = ByteBuffer.allocateDirect(400);
        ByteBuffer readOnly = ByteBuffer.wrap(new byte[32]).asReadOnlyBuffer();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 2_000; i++) {
                sum += hasher.hash(array) + hasher.hash(heap) + hasher.hash(direct) + hasher.hash(readOnly);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertNotEquals(0, sum);
        // Asking for the number allocates a little by itself.
        assertTrue(least < 2_000, "allocated " + least + " bytes in 8,000 hashes");
    }
}
