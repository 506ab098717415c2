package dev.varve.bench;

import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Json;
import dev.varve.bench.report.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Where a run writes. */
final class DriveOptions {
    @Option(
            names = "--drive",
            paramLabel = "DIR",
            description = "Directory on the device to measure; repeat for several. A sub-directory is made in each and "
                    + "removed afterwards. Default: the system's directory for temporary files, or the current one if "
                    + "that is in memory.")
    private List<Path> drives = new ArrayList<>();

    @Option(names = "--json", paramLabel = "FILE", description = "Write all results to FILE.")
    private Path json;

    Path json() {
        return json;
    }

    /** Writes the results of a contest, if asked for. */
    void write(String command, List<Map<String, Object>> results) throws IOException {
        if (json != null) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("command", command);
            all.put("results", results);
            all.put("machine", Machine.description());
            Json.write(json, all);
        }
    }

    /** Checks what would otherwise only fail after the whole run. */
    void check() {
        if (json != null && !Files.isDirectory(json.toAbsolutePath().getParent())) {
            throw new Failure("--json: no directory " + json.toAbsolutePath().getParent());
        }
    }

    Scratch scratch(PrintWriter out, boolean kept) throws IOException {
        List<Path> chosen = drives.isEmpty() ? List.of(defaultDrive(out)) : drives;
        for (Path drive : chosen) {
            if (Files.exists(drive) && !Files.isDirectory(drive)) {
                throw new Failure("--drive: " + drive + " is not a directory");
            }
        }
        Scratch scratch = Scratch.on(chosen, kept);
        scratch.leftoversRemoved().forEach(path -> out.println("removed what an earlier run left behind: " + path));
        return scratch;
    }

    private static Path defaultDrive(PrintWriter out) throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Path current = Path.of("").toAbsolutePath();
        if (DiskBudget.isMemory(temporary) && Files.isWritable(current) && !DiskBudget.isMemory(current)) {
            out.println(temporary + " is in memory, so the run takes place in " + current);
            return current;
        }
        return temporary;
    }
}
