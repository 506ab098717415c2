package dev.varve.bench.child;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.load.LoadTurn;
import dev.varve.bench.report.OpsTurn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;

/** Turns as JSON, and back. Histograms are HdrHistogram's own compressed form, version 2, in base 64. */
public final class Packed {
    private Packed() {}

    /**
     * {@return a histogram as text that HdrHistogram's tools read}
     *
     * @param histogram any
     */
    public static String histogram(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
        byte[] bytes = new byte[length];
        buffer.get(0, bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * {@return the histogram again}
     *
     * @param text of {@link #histogram(Histogram)}
     * @throws IOException if it is something else
     */
    public static Histogram histogram(String text) throws IOException {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException | IllegalArgumentException e) {
            throw new IOException("not a histogram", e);
        }
    }

    /**
     * {@return a turn for Jackson to write}
     *
     * @param turn any
     */
    public static Map<String, Object> turn(LoadTurn turn) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("bytes", turn.bytes());
        all.put("nanos", turn.nanos());
        all.put("cpu_nanos", turn.cpuNanos());
        all.put("puts", histogram(turn.puts()));
        all.put("batches", histogram(turn.batches()));
        all.put("reads", histogram(turn.reads()));
        return all;
    }

    /**
     * {@return the turn again}
     *
     * @param packed of {@link #turn(LoadTurn)}
     * @throws IOException if it is something else
     */
    public static LoadTurn loadTurn(JsonNode packed) throws IOException {
        return new LoadTurn(
                packed.path("bytes").asLong(),
                packed.path("nanos").asLong(),
                packed.path("cpu_nanos").asLong(),
                histogram(packed.path("puts").asText()),
                histogram(packed.path("batches").asText()),
                histogram(packed.path("reads").asText()));
    }

    /**
     * {@return a turn for Jackson to write}
     *
     * @param turn any
     */
    public static Map<String, Object> turn(OpsTurn turn) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("ops", turn.ops());
        all.put("nanos", turn.nanos());
        all.put("cpu_nanos", turn.cpuNanos());
        all.put("latencies", histogram(turn.latencies()));
        return all;
    }

    /**
     * {@return the turn again}
     *
     * @param packed of {@link #turn(OpsTurn)}
     * @throws IOException if it is something else
     */
    public static OpsTurn opsTurn(JsonNode packed) throws IOException {
        return new OpsTurn(
                packed.path("ops").asLong(),
                packed.path("nanos").asLong(),
                packed.path("cpu_nanos").asLong(),
                histogram(packed.path("latencies").asText()));
    }
}
