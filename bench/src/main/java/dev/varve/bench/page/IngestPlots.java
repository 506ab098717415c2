package dev.varve.bench.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.plot.BarPlot;
import dev.varve.bench.plot.LinePlot;
import dev.varve.bench.plot.Plot;
import dev.varve.bench.plot.Scale;
import dev.varve.bench.report.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** The pictures of an ingest: is it fast, is it flat, how long do the slow ones take. */
final class IngestPlots {
    private static final String WARM_UP = "warm-up";
    /** So many nines, one step each. */
    private static final int NINES = 4;

    private static final int POINTS_PER_NINE = 25;

    private final ResultFile file;

    IngestPlots(ResultFile file) {
        this.file = file;
    }

    /** Each under the name that its file gets. */
    Map<String, Plot> all() throws IOException {
        Map<String, Plot> all = new LinkedHashMap<>();
        bars().ifPresent(plot -> all.put("ratio", plot));
        List<LinePlot.Line> rates = overTime("bytes_per_second", 1e-6);
        if (!rates.isEmpty()) {
            Scale up = Scale.linear(most(rates), Units::brief);
            all.put(
                    "throughput",
                    new LinePlot("Throughput, second by second", seconds(rates), up, axes("MB/s"), rates));
        }
        List<LinePlot.Line> worst = overTime("batch_max_us", 1);
        if (!worst.isEmpty()) {
            Scale up = Scale.log(least(worst), most(worst), Units::time);
            String title = "The slowest durable batch of each second";
            all.put("latency", new LinePlot(title, seconds(worst), up, axes("time of a batch"), worst));
        }
        percentiles("batch", "Durable batches by percentile").ifPresent(plot -> all.put("batch-percentiles", plot));
        percentiles("read", "Verified reads by percentile").ifPresent(plot -> all.put("read-percentiles", plot));
        return all;
    }

    private static LinePlot.Axes axes(String up) {
        return new LinePlot.Axes("seconds of each store's own turns, after its warm-up", up);
    }

    private static Scale seconds(List<LinePlot.Line> lines) {
        double most = 1;
        for (LinePlot.Line line : lines) {
            most = Math.max(most, line.xs()[line.xs().length - 1]);
        }
        return Scale.linear(most, Units::brief);
    }

    private static double most(List<LinePlot.Line> lines) {
        return lines.stream()
                .flatMapToDouble(line -> Arrays.stream(line.ys()))
                .max()
                .orElse(1);
    }

    private static double least(List<LinePlot.Line> lines) {
        return lines.stream()
                .flatMapToDouble(line -> Arrays.stream(line.ys()))
                .min()
                .orElse(1);
    }

    /** Ours last, so that it is on top. */
    private List<JsonNode> stores() {
        List<JsonNode> stores = new ArrayList<>(file.stores());
        stores.sort(Comparator.comparing(store -> ResultFile.storeName(store).startsWith("varve")));
        return stores;
    }

    private List<LinePlot.Line> overTime(String field, double factor) {
        List<LinePlot.Line> lines = new ArrayList<>();
        for (JsonNode store : stores()) {
            List<Double> values = new ArrayList<>();
            for (JsonNode second : store.path("series")) {
                double value = second.path(field).asDouble(0);
                if (!second.path("phase").asText().equals(WARM_UP) && value > 0) {
                    values.add(value * factor);
                }
            }
            if (!values.isEmpty()) {
                double[] xs = new double[values.size()];
                for (int i = 0; i < xs.length; i++) {
                    xs[i] = i + 1;
                }
                lines.add(new LinePlot.Line(
                        ResultFile.storeName(store),
                        xs,
                        values.stream().mapToDouble(Double::doubleValue).toArray()));
            }
        }
        return lines;
    }

    private Optional<Plot> bars() {
        List<BarPlot.Bar> bars = new ArrayList<>();
        double most = 1;
        for (JsonNode store : file.stores()) {
            if (store.path("ratio").isNumber()) {
                double ratio = store.get("ratio").asDouble();
                double least = store.path("ratio_min").asDouble(ratio);
                double largest = store.path("ratio_max").asDouble(ratio);
                most = Math.max(most, largest);
                String words = Text.of(ratio, 2) + " · "
                        + Text.megabytes(
                                store.path("throughput_bytes_per_second").asDouble()) + " MB/s";
                bars.add(new BarPlot.Bar(ResultFile.storeName(store), ratio, least, largest, words));
            }
        }
        if (bars.isEmpty()) {
            return Optional.empty();
        }
        bars.sort(Comparator.comparingDouble(BarPlot.Bar::value).reversed());
        return Optional.of(new BarPlot(
                "Throughput as a part of what the raw device did in the same minutes",
                Scale.linear(most, value -> Text.of(value, 1)),
                "1 is the raw device; the whisker is the least and the most of the rounds",
                bars,
                1));
    }

    private Optional<Plot> percentiles(String kind, String title) throws IOException {
        Map<String, Histogram> histograms = new LinkedHashMap<>();
        JsonNode limit = file.root().path("limit_batch_histogram");
        if (kind.equals("batch") && limit.isTextual()) {
            histograms.put("limit", Histograms.of(file.name(), limit.asText()));
        }
        for (JsonNode store : stores()) {
            JsonNode packed = store.path("histograms").path(kind);
            if (packed.isTextual()) {
                histograms.put(ResultFile.storeName(store), Histograms.of(file.name(), packed.asText()));
            }
        }
        List<LinePlot.Line> lines = new ArrayList<>();
        histograms.forEach((name, histogram) -> {
            if (histogram.getTotalCount() > 0) {
                lines.add(curve(name, histogram));
            }
        });
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        List<Scale.Mark> marks = List.of(
                new Scale.Mark(0, "0 %"),
                new Scale.Mark(1, "90 %"),
                new Scale.Mark(2, "99 %"),
                new Scale.Mark(3, "99.9 %"),
                new Scale.Mark(4, "99.99 %"));
        return Optional.of(new LinePlot(
                title,
                new Scale(false, 0, NINES, marks),
                Scale.log(least(lines), most(lines), Units::time),
                new LinePlot.Axes("percentile; a line ends where there were too few to say more", "time"),
                lines));
    }

    /** As HdrHistogram's own plots have it: each nine is one step, as far as there are values for it. */
    private static LinePlot.Line curve(String name, Histogram histogram) {
        double nines = Math.min(NINES, Math.log10(histogram.getTotalCount()));
        int points = Math.max(2, (int) (nines * POINTS_PER_NINE) + 1);
        double[] xs = new double[points];
        double[] ys = new double[points];
        for (int i = 0; i < points; i++) {
            xs[i] = nines * i / (points - 1);
            double percentile = 100 * (1 - Math.pow(10, -xs[i]));
            ys[i] = Math.max(1e-3, histogram.getValueAtPercentile(i == points - 1 ? 100 : percentile) / 1e3);
        }
        return new LinePlot.Line(name, xs, ys);
    }
}
