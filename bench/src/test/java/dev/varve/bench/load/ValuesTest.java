package dev.varve.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    private static final int WRITERS = 3;

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 100, 4095, 4096, 4097, 4100, 4104, 100_000})
    void everyValueCanBeMadeAgain(int valueBytes) {
        Values values = new Values(42, WRITERS, valueBytes);
        ByteBuffer again = values.buffer();
        for (int writer = 0; writer < WRITERS; writer++) {
            Values.Cutter cutter = values.cutter(writer);
            for (long index : new long[] {0, 1, 2, 1000, 1L << 40}) {
                long sequence = index * WRITERS + writer;
                ByteBuffer cut = cutter.cut(sequence);
                assertEquals(valueBytes, cut.remaining());
                assertEquals(-1, cut.mismatch(values.write(sequence, again)), "value " + sequence);
            }
        }
    }

    @Test
    void valuesDifferInEveryDeviceBlock() {
        Values values = new Values(42, 1, 1 << 20);
        Set<ByteBuffer> blocks = new HashSet<>();
        for (long sequence = 0; sequence < 20; sequence++) {
            ByteBuffer value = values.write(sequence, values.buffer());
            for (int at = 0; at < value.limit(); at += 4096) {
                assertTrue(blocks.add(value.slice(at, 4096)), "block " + at + " of value " + sequence);
            }
        }
    }

    @Test
    void valuesDoNotCompress() throws Exception {
        Values values = new Values(42, 1, 1 << 20);
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(compressed)) {
            byte[] bytes = new byte[values.shape().most()];
            values.write(5, values.buffer()).get(bytes);
            deflater.write(bytes);
        }
        assertTrue(compressed.size() > values.shape().most());
    }

    @Test
    void otherSeedsGiveOtherValues() {
        ByteBuffer one = new Values(1, 1, 100).write(7, ByteBuffer.allocate(100));
        ByteBuffer two = new Values(2, 1, 100).write(7, ByteBuffer.allocate(100));
        assertNotEquals(one, two);
    }

    @Test
    void aWriterCutsItsOwnValuesOnly() {
        Values.Cutter cutter = new Values(1, 2, 100).cutter(1);
        assertThrows(IllegalArgumentException.class, () -> cutter.cut(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 20, 32, 33, 100})
    void keysDifferAndCanBeMadeAgain(int keyBytes) {
        Keys keys = new Keys(9, keyBytes);
        Set<ByteBuffer> all = new HashSet<>();
        for (long sequence = 0; sequence < 10_000; sequence++) {
            ByteBuffer key = keys.write(sequence, keys.buffer());
            assertEquals(keyBytes, key.remaining());
            assertTrue(all.add(key));
        }
        assertTrue(all.contains(new Keys(9, keyBytes).write(77, keys.buffer())));
        assertTrue(!all.contains(new Keys(10, keyBytes).write(77, keys.buffer())));
    }

    @Test
    void shorterKeysCouldNotAllDiffer() {
        assertThrows(IllegalArgumentException.class, () -> new Keys(1, 7));
    }
}
