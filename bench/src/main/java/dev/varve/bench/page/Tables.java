package dev.varve.bench.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.plot.SvgCanvas;
import dev.varve.bench.report.Text;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Results as tables of a page. */
final class Tables {
    private static final String MICROS = "_us";
    private static final String BYTES = "bytes";

    private Tables() {}

    /** A row a store. */
    static String ofStores(List<JsonNode> stores) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "store",
                "MB/s",
                "ratio",
                "least",
                "most",
                "batch p50",
                "p99",
                "max",
                "max / p50",
                "CPU s/GB",
                "write ampl.",
                "space ampl.",
                "peak RSS",
                "live heap",
                "reads verified"));
        for (JsonNode store : stores) {
            JsonNode batch = store.path("batch_latency_us");
            rows.add(List.of(
                    ResultFile.storeName(store),
                    Text.megabytes(number(store, "throughput_bytes_per_second")),
                    Text.of(number(store, "ratio"), 2),
                    Text.of(number(store, "ratio_min"), 2),
                    Text.of(number(store, "ratio_max"), 2),
                    Units.time(number(batch, "p50")),
                    Units.time(number(batch, "p99")),
                    Units.time(number(batch, "max")),
                    Text.of(number(store, "batch_max_over_p50"), 2),
                    Text.of(number(store, "cpu_seconds_per_gb"), 2),
                    Text.of(number(store, "write_amplification"), 2),
                    Text.of(number(store, "space_amplification"), 2),
                    bytes(number(store, "rss_peak_bytes")),
                    bytes(number(store, "heap_live_bytes")),
                    Text.of(number(store, "reads_verified"), 0)));
        }
        return html(rows);
    }

    /** Whatever the objects have, a column for each name; what is within one becomes columns of its own. */
    static String ofRows(List<JsonNode> objects) {
        Set<String> names = new LinkedHashSet<>();
        objects.forEach(object -> names(object, "", names));
        List<List<String>> rows = new ArrayList<>();
        rows.add(names.stream().map(Tables::title).toList());
        for (JsonNode object : objects) {
            rows.add(names.stream().map(name -> cell(object, name)).toList());
        }
        return html(rows);
    }

    private static void names(JsonNode object, String prefix, Set<String> names) {
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        while (fields.hasNext()) {
            Map.Entry<String, JsonNode> field = fields.next();
            if (field.getValue().isObject()) {
                names(field.getValue(), prefix + field.getKey() + ".", names);
            } else if (!field.getValue().isArray()) {
                names.add(prefix + field.getKey());
            }
        }
    }

    private static String title(String name) {
        return name.replace("latency_us.", "")
                .replace("per_second", "/s")
                .replace(MICROS, "")
                .replace('_', ' ');
    }

    private static String cell(JsonNode object, String name) {
        JsonNode value = object;
        for (String step : name.split("\\.")) {
            value = value.path(step);
        }
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (!value.isNumber()) {
            return value.asText();
        }
        if (name.contains(MICROS) && !name.endsWith("count")) {
            return Units.time(value.asDouble());
        }
        if (name.startsWith("ns_per") || name.contains("_ns_per")) {
            return Units.time(value.asDouble() / 1e3);
        }
        if (name.endsWith(BYTES) && value.asDouble() >= 1 << 20) {
            return bytes(value.asDouble());
        }
        return Math.abs(value.asDouble()) >= 1e4 ? Units.count(value.asDouble()) : Units.brief(value.asDouble());
    }

    private static double number(JsonNode object, String name) {
        return object.path(name).isNumber() ? object.get(name).asDouble() : Double.NaN;
    }

    private static String bytes(double value) {
        return Double.isNaN(value) ? "-" : Text.bytes((long) value);
    }

    private static String html(List<List<String>> rows) {
        StringBuilder html = new StringBuilder("<div class=\"wide\"><table>\n<thead><tr>");
        rows.get(0)
                .forEach(cell ->
                        html.append("<th>").append(SvgCanvas.escaped(cell)).append("</th>"));
        html.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows.subList(1, rows.size())) {
            boolean isOurs = row.get(0).startsWith("varve");
            html.append(isOurs ? "<tr class=\"ours\">" : "<tr>");
            row.forEach(
                    cell -> html.append("<td>").append(SvgCanvas.escaped(cell)).append("</td>"));
            html.append("</tr>\n");
        }
        return html.append("</tbody></table></div>\n").toString();
    }
}
