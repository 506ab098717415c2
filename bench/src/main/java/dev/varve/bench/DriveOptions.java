package dev.varve.bench;

import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.Scratch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private ResultOptions results;

    ResultOptions results() {
        return results;
    }

    /** What a command does in its directories. */
    interface Work {
        /** {@return the exit code} */
        int in(Scratch scratch) throws IOException;
    }

    /** {@return the exit code} After Ctrl-C nothing is reported: files and threads may be gone half-way. */
    int within(PrintWriter out, boolean kept, Work work) throws IOException {
        try (Scratch scratch = scratch(out, kept)) {
            int exitCode = 1;
            try {
                exitCode = work.in(scratch);
            } catch (IOException | RuntimeException e) {
                if (!scratch.isInterrupted()) {
                    throw e;
                }
            } finally {
                scratch.workIsOver();
            }
            return scratch.isInterrupted() ? 1 : exitCode;
        }
    }

    private Scratch scratch(PrintWriter out, boolean kept) throws IOException {
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
