package dev.varve.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Figures as people read them. */
public final class Text {
    private Text() {}

    /**
     * {@return bytes in the largest binary unit that divides or fits them}
     *
     * @param bytes any
     */
    public static String bytes(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        double value = bytes;
        int unit = 0;
        while (Math.abs(value) >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        String number = value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : of(value, 1);
        return number + " " + units[unit];
    }

    /**
     * {@return megabytes (10^6) a second, without the unit}
     *
     * @param bytesPerSecond any
     */
    public static String megabytes(double bytesPerSecond) {
        return of(bytesPerSecond / 1e6, 0);
    }

    /**
     * {@return a number with so many digits behind the point, a dash when there is none}
     *
     * @param value any
     * @param digits behind the point
     */
    public static String of(double value, int digits) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%,." + digits + "f", value) : "-";
    }

    /**
     * {@return a percentile in milliseconds, with digits that fit its size; a dash when nothing was recorded}
     *
     * @param nanos latencies
     * @param percentile 100 for the maximum
     */
    public static String millis(Histogram nanos, double percentile) {
        if (nanos.getTotalCount() == 0) {
            return "-";
        }
        double millis = nanos.getValueAtPercentile(percentile) / 1e6;
        return of(millis, millis < 1 ? 3 : millis < 100 ? 1 : 0);
    }

    /**
     * {@return a percentile in microseconds; a dash when nothing was recorded}
     *
     * @param nanos latencies
     * @param percentile 100 for the maximum
     */
    public static String micros(Histogram nanos, double percentile) {
        double micros = nanos.getTotalCount() == 0 ? Double.NaN : nanos.getValueAtPercentile(percentile) / 1e3;
        return of(micros, micros < 10 ? 2 : 0);
    }

    /**
     * {@return the cells that go with {@link #PERCENTILES}}
     *
     * @param name the first cell
     * @param nanos latencies
     */
    public static List<String> percentiles(String name, Histogram nanos) {
        List<String> cells = new ArrayList<>(List.of(name, of(nanos.getTotalCount(), 0)));
        for (double percentile : new double[] {50, 90, 99, 99.9, 100}) {
            cells.add(millis(nanos, percentile));
        }
        return cells;
    }

    /** The header that goes with {@link #percentiles}. */
    public static final List<String> PERCENTILES = List.of("latency, ms", "count", "p50", "p90", "p99", "p99.9", "max");

    /**
     * {@return the rows under each other, the first column to the left, the others to the right}
     *
     * @param rows the header first, all equally long
     */
    public static String table(List<List<String>> rows) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder all = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder("  ");
            for (int i = 0; i < columns; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
            }
            all.append(all.length() == 0 ? "" : System.lineSeparator())
                    .append(line.toString().stripTrailing());
        }
        return all.toString();
    }
}
