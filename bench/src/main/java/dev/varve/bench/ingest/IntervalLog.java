package dev.varve.bench.ingest;

import dev.varve.bench.load.LoadTurn;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The latencies of every second of the store's turns in HdrHistogram's own log format, tagged put, batch and read, in
 * nanoseconds, so that its tools can cut and plot them. For one thread.
 */
public final class IntervalLog implements AutoCloseable {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final HistogramLogWriter writer;
    private final long startMillis = System.currentTimeMillis();

    /**
     * Begins a log.
     *
     * @param file replaced when there
     * @throws FileNotFoundException if it cannot be written
     */
    public IntervalLog(Path file) throws FileNotFoundException {
        writer = new HistogramLogWriter(file.toFile());
        writer.outputComment("[varve-bench ingest; values in nanoseconds, shown in milliseconds]");
        writer.outputLogFormatVersion();
        writer.outputStartTime(startMillis);
        writer.outputLegend();
    }

    /**
     * Adds what was measured until now.
     *
     * @param interval since the last one
     */
    public void add(LoadTurn interval) {
        long end = System.currentTimeMillis();
        long start = end - (long) (interval.nanos() / NANOS_PER_MILLI);
        add("put", interval.puts(), start, end);
        add("batch", interval.batches(), start, end);
        add("read", interval.reads(), start, end);
    }

    private void add(String tag, Histogram histogram, long start, long end) {
        if (histogram.getTotalCount() > 0) {
            histogram.setTag(tag);
            double from = (start - startMillis) / MILLIS_PER_SECOND;
            writer.outputIntervalHistogram(from, (end - startMillis) / MILLIS_PER_SECOND, histogram, NANOS_PER_MILLI);
            histogram.setTag(null);
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
