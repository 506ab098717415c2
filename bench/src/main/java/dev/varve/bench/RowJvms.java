package dev.varve.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.bench.child.JvmCommand;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Machine;
import dev.varve.bench.rival.Stores;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.SubjectOpener;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The part that commands with a row for each store have in common: Varve alone is measured here, several stores, or a rival, each in a
 * JVM of its own with the flags it needs, which runs the same command for it. What a JVM tells is passed on line by line; if it crashes, its row ends there and
 * nothing else. For one thread.
 */
final class RowJvms {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ROW = "row {";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private StoresOption stores;

    @Mixin
    private DriveOptions drives;

    @Option(names = "--row", hidden = true, description = "The store whose row is measured in this JVM, for --stores.")
    private StoreKind row;

    private final List<Map<String, Object>> rows = new ArrayList<>();
    private final Map<String, Object> failures = new LinkedHashMap<>();

    /** What a command does for one store. */
    interface Work {
        /** Measures one store in an empty directory and tells each result. */
        void measure(StoreKind kind, Scratch scratch, Consumer<Map<String, Object>> results) throws IOException;
    }

    /** Shows all rows, those that were got before Ctrl-C too. */
    interface Table {
        String of(List<Map<String, Object>> rows);
    }

    /** {@return the exit code} */
    int run(Work work, Table table, Map<String, Object> settings) throws IOException {
        drives.results().check();
        PrintWriter out = spec.commandLine().getOut();
        List<StoreKind> kinds = row != null ? List.of(row) : stores.kinds(spec);
        int exitCode = drives.within(out, false, scratch -> {
            for (StoreKind kind : kinds) {
                if (!scratch.isInterrupted()) {
                    if (row == null && (stores.isSeveral() || !kind.name().equals(Stores.VARVE))) {
                        inItsOwnJvm(kind, out);
                    } else {
                        work.measure(kind, scratch, this::result);
                    }
                }
            }
            return failures.isEmpty() ? 0 : 1;
        });
        if (row == null) {
            report(table, settings, out);
        }
        return exitCode;
    }

    private void result(Map<String, Object> result) {
        rows.add(result);
        if (row != null) {
            try {
                spec.commandLine().getOut().println("row " + JSON.writeValueAsString(result));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void report(Table table, Map<String, Object> settings, PrintWriter out) throws IOException {
        if (!rows.isEmpty()) {
            out.println();
            out.println(table.of(rows));
        }
        failures.forEach((store, why) -> spec.commandLine().getErr().println("varve-bench: " + store + ": " + why));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("command", spec.name());
        all.put("rows", rows);
        all.put("failed", failures);
        all.put("settings", settings);
        all.put("machine", Machine.description());
        drives.results().write(all);
    }

    private void inItsOwnJvm(StoreKind kind, PrintWriter out) throws IOException {
        List<String> arguments =
                new ArrayList<>(spec.root().commandLine().getParseResult().originalArgs());
        arguments.add("--row=" + kind.name());
        Process process = new ProcessBuilder(JvmCommand.of(kind.jvmFlags(), arguments))
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String last = "";
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(ROW)) {
                    rows.add(parsed(line));
                } else if (!line.isBlank()) {
                    last = line.strip();
                    out.println(line);
                    out.flush();
                }
            }
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                failures.put(kind.name(), "its JVM ended with exit code " + exitCode + ": " + last);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + kind.name() + " was measured", e);
        } finally {
            process.destroy();
        }
    }

    @SuppressWarnings("unchecked") // an object is a map with names
    private static Map<String, Object> parsed(String line) throws IOException {
        return JSON.readValue(line.substring(ROW.length() - 1), LinkedHashMap.class);
    }

    /** What opens a kind; tests replace Varve's. */
    static SubjectOpener opener(StoreKind kind, SubjectOpener varve) {
        return StoresOption.opener(kind, varve);
    }
}
