package dev.varve.bench.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.plot.Ink;
import dev.varve.bench.plot.Plot;
import dev.varve.bench.plot.SvgCanvas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Results as one page that needs nothing else, and every plot as a PNG beside it. For one thread. */
public final class Page {
    private static final String FILE = "report.html";

    private final List<ResultFile> files = new ArrayList<>();
    private final List<Path> written = new ArrayList<>();

    /**
     * Reads the results.
     *
     * @param results files that runs wrote with {@code --json}
     * @throws IOException one line that names the file and what is wrong with it
     */
    public Page(List<Path> results) throws IOException {
        for (Path file : results) {
            files.add(ResultFile.read(file));
        }
    }

    /**
     * Writes page and pictures.
     *
     * @param directory made if need be
     * @return what was written, the page first
     * @throws IOException if something cannot be written, or a histogram in a result is damaged
     */
    public List<Path> write(Path directory) throws IOException {
        Files.createDirectories(directory);
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < files.size(); i++) {
            String prefix = files.size() == 1 ? "" : (i + 1) + "-";
            section(body, files.get(i), directory, prefix + files.get(i).command());
        }
        Path page = directory.resolve(FILE);
        Files.writeString(page, html(body.toString()));
        written.add(0, page);
        return List.copyOf(written);
    }

    private void section(StringBuilder body, ResultFile file, Path directory, String prefix) throws IOException {
        body.append("<section>\n<h2>").append(SvgCanvas.escaped(heading(file))).append("</h2>\n");
        body.append("<p class=\"from\">")
                .append(SvgCanvas.escaped(facts(file.root().path("machine"))))
                .append("</p>\n");
        if (file.isIngest()) {
            for (Map.Entry<String, Plot> plot : new IngestPlots(file).all().entrySet()) {
                body.append("<figure>\n").append(plot.getValue().svg()).append("</figure>\n");
                Path image = directory.resolve(prefix + "-" + plot.getKey() + ".png");
                plot.getValue().png(image);
                written.add(image);
            }
            body.append(Tables.ofStores(file.stores()));
        } else if (!file.rows().isEmpty()) {
            body.append(Tables.ofRows(file.rows()));
        }
        endings(body, file);
        body.append("<p class=\"from\">Settings: ")
                .append(SvgCanvas.escaped(facts(file.root().path("settings"))))
                .append("; file ")
                .append(SvgCanvas.escaped(file.name()))
                .append("</p>\n</section>\n");
    }

    private static String heading(ResultFile file) {
        return file.isIngest() ? "Durable ingest with verified reads" : file.command();
    }

    /** Who ended early and who was left out, and why: a gap in a picture must not be a riddle. */
    private static void endings(StringBuilder body, ResultFile file) {
        List<String> lines = new ArrayList<>();
        for (JsonNode store : file.stores()) {
            if (store.path("ended_early").isTextual()) {
                lines.add(ResultFile.storeName(store) + " ended early: "
                        + store.get("ended_early").asText());
            }
        }
        file.root()
                .path("left_out")
                .properties()
                .forEach(out -> lines.add(
                        out.getKey() + " was left out, " + out.getValue().asText()));
        if (!lines.isEmpty()) {
            body.append("<ul>");
            lines.forEach(
                    line -> body.append("<li>").append(SvgCanvas.escaped(line)).append("</li>"));
            body.append("</ul>\n");
        }
    }

    private static String facts(JsonNode object) {
        List<String> facts = new ArrayList<>();
        object.properties()
                .forEach(field -> facts.add(field.getKey().replace('_', ' ') + " "
                        + field.getValue().asText()));
        return facts.isEmpty() ? "not recorded" : String.join(", ", facts);
    }

    private static String html(String body) {
        return """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>varve-bench</title>
                <style>
                :root { %s }
                @media (prefers-color-scheme: dark) { :root { %s } }
                body { margin: 0 auto; max-width: 1080px; padding: 24px 20px 60px; background: var(--paper);
                  color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
                h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 18px; margin: 36px 0 4px; }
                .from { color: var(--faint); font-size: 13px; margin: 2px 0 12px; overflow-wrap: anywhere; }
                figure { margin: 18px 0; } svg { width: 100%%; height: auto; font-family: inherit; }
                .wide { overflow-x: auto; }
                table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
                th { text-align: right; font-weight: 600; color: var(--faint); vertical-align: bottom; }
                th, td { padding: 4px 10px 4px 0; border-bottom: 1px solid var(--grid); white-space: nowrap; }
                td { text-align: right; } th:first-child, td:first-child { text-align: left; }
                .ours td { color: var(--varve); font-weight: 600; }
                </style></head><body>
                <h1>varve-bench</h1>
                <p class="from">Every figure is worth something only beside what the raw device did in the same minutes.</p>
                %s</body></html>
                """.formatted(variables(Ink::light), variables(Ink::dark), body);
    }

    private static String variables(Function<Ink, String> colour) {
        StringBuilder css = new StringBuilder();
        for (Ink ink : Ink.all()) {
            css.append("--")
                    .append(ink.name())
                    .append(": ")
                    .append(colour.apply(ink))
                    .append("; ");
        }
        return css.toString().strip();
    }
}
