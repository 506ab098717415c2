package dev.varve.bench;

import dev.varve.bench.report.Json;
import dev.varve.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where the results go. */
final class ResultOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all results to FILE.")
    private Path json;

    /** Writes results of any shape, if asked for. */
    void write(Map<String, Object> results) throws IOException {
        if (json != null) {
            Map<String, Object> all = new LinkedHashMap<>(results);
            all.put("commit", Machine.commit());
            List<String> line = spec.root().commandLine().getParseResult().originalArgs();
            all.put("command_line", "varve-bench " + String.join(" ", line));
            Json.write(json, all);
        }
    }

    /** Writes the results of a contest, if asked for. */
    void write(String command, List<Map<String, Object>> results) throws IOException {
        if (json != null) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("command", command);
            all.put("results", results);
            all.put("machine", Machine.description());
            write(all);
        }
    }

    /** The same, with what the run was told: seed, sizes, and how the data compares with the memory. */
    void write(String command, List<Map<String, Object>> results, Map<String, Object> settings) throws IOException {
        if (json != null) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("command", command);
            all.put("results", results);
            all.put("settings", settings);
            all.put("machine", Machine.description());
            write(all);
        }
    }

    /** What small data are: keys and values of one length, whose seed is always the same. */
    static Map<String, Object> settings(long keys, long keyBytes, long valueBytes) {
        Map<String, Object> all = new LinkedHashMap<>();
        long bytes = keys * (keyBytes + valueBytes);
        all.put("keys", keys);
        all.put("key_bytes", keyBytes);
        all.put("value_bytes", valueBytes);
        all.put("seed", 1);
        all.put("data_bytes", bytes);
        all.put("data_over_memory", (double) bytes / Machine.memoryBytes());
        return all;
    }

    /** Checks what would otherwise only fail after the whole run. */
    void check() {
        if (json != null && !Files.isDirectory(json.toAbsolutePath().getParent())) {
            throw new Failure("--json: no directory " + json.toAbsolutePath().getParent());
        }
    }
}
