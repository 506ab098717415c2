package dev.varve.bench.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms as results hold them: HdrHistogram's compressed form in base 64. */
final class Histograms {
    private Histograms() {}

    /**
     * Unpacks one.
     *
     * @throws IOException one line that names the file
     */
    static Histogram of(String file, String packed) throws IOException {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(packed)), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IOException(file + ": a histogram that cannot be read", e);
        }
    }
}
