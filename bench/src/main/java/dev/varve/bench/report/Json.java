package dev.varve.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The results as a JSON file. Names carry their unit. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    /**
     * Writes all of it.
     *
     * @param file replaced when there
     * @param results maps, lists, strings, numbers, nulls
     * @throws IOException if it cannot be written
     */
    public static void write(Path file, Map<String, Object> results) throws IOException {
        Files.writeString(file, MAPPER.writeValueAsString(results) + "\n");
    }

    /**
     * {@return the percentiles everything here is reported by, in microseconds; nulls when nothing was recorded}
     *
     * @param nanos latencies in nanoseconds
     */
    public static Map<String, Object> micros(Histogram nanos) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("p50", micros(nanos, 50));
        all.put("p90", micros(nanos, 90));
        all.put("p99", micros(nanos, 99));
        all.put("p999", micros(nanos, 99.9));
        all.put("max", micros(nanos, 100));
        all.put("count", nanos.getTotalCount());
        return all;
    }

    private static Object micros(Histogram nanos, double percentile) {
        return nanos.getTotalCount() == 0 ? null : (Object) (nanos.getValueAtPercentile(percentile) / 1e3);
    }

    /**
     * {@return a number as JSON knows it: not-a-number and infinity become null}
     *
     * @param value any
     */
    public static Object number(double value) {
        return Double.isFinite(value) ? (Object) value : null;
    }
}
