package dev.varve.bench.ingest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What files take on disk, holes left out: a mapped store may claim forty gigabytes and use one. Java does not tell, so the
 * system's {@code du} is asked; where there is none, lengths are added up.
 */
final class AllocatedBytes {
    private AllocatedBytes() {}

    static long of(List<Path> directories) throws IOException {
        try {
            List<String> command = new ArrayList<>(List.of("du", "-s", "-c", "-B1"));
            directories.forEach(directory -> command.add(directory.toString()));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            // The last line is the total.
            return Long.parseLong(output.substring(output.lastIndexOf('\n') + 1).split("\\s")[0]);
        } catch (IOException | NumberFormatException e) {
            DiskUse lengths = new DiskUse(directories);
            lengths.look();
            return lengths.peak();
        }
    }
}
