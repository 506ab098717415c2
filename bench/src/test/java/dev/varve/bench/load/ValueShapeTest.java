package dev.varve.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class ValueShapeTest {
    private static final int VALUES = 20_000;

    @Test
    void lengthsFollowTheWeightsAndCanBeMadeAgain() {
        ValueShape shape = new ValueShape(
                "a list", List.of(new ValueShape.Part(100, 100, 9), new ValueShape.Part(1000, 2000, 1)), 0);
        Values values = new Values(7, 2, shape);
        assertEquals(2000, shape.most());
        assertEquals(100, shape.least());
        assertEquals(240, shape.mean());
        long sum = 0;
        int small = 0;
        for (long sequence = 0; sequence < VALUES; sequence++) {
            int length = values.length(sequence);
            assertTrue(length == 100 || (length >= 1000 && length <= 2000), "length " + length);
            sum += length;
            small += length == 100 ? 1 : 0;
        }
        assertEquals(0.9, (double) small / VALUES, 0.02);
        assertEquals(shape.mean(), (double) sum / VALUES, 15);
        Values.Cutter cutter = values.cutter(1);
        ByteBuffer again = values.buffer();
        for (long sequence = 1; sequence < 200; sequence += 2) {
            ByteBuffer cut = cutter.cut(sequence);
            assertEquals(values.length(sequence), cut.remaining());
            assertEquals(-1, cut.mismatch(values.write(sequence, again)), "value " + sequence);
        }
    }

    @Test
    void aUniformRangeReachesBothEnds() {
        Values values = new Values(7, 1, new ValueShape("uniform", List.of(new ValueShape.Part(3, 6, 1)), 0));
        int[] seen = new int[8];
        for (long sequence = 0; sequence < 1000; sequence++) {
            seen[values.length(sequence)]++;
        }
        assertTrue(seen[3] > 150 && seen[4] > 150 && seen[5] > 150 && seen[6] > 150, java.util.Arrays.toString(seen));
        assertEquals(1000, seen[3] + seen[4] + seen[5] + seen[6]);
    }

    @Test
    void compressibilityIsWhatACompressorSaves() {
        for (double part : new double[] {0, 0.5, 0.9}) {
            Values values = new Values(7, 1, ValueShape.fixed(1 << 20).compressible(part));
            byte[] bytes = new byte[1 << 20];
            values.write(3, values.buffer()).get(bytes);
            Deflater deflater = new Deflater();
            deflater.setInput(bytes);
            deflater.finish();
            long length = 0;
            byte[] out = new byte[1 << 16];
            while (!deflater.finished()) {
                length += deflater.deflate(out);
            }
            deflater.end();
            assertEquals(1 - part, (double) length / bytes.length, 0.06);
        }
    }
}
