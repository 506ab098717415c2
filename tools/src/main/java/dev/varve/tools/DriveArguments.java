package dev.varve.tools;

import dev.varve.segments.DiskFileSystem;
import dev.varve.segments.StoreSurvey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which store is meant, by its drives. */
final class DriveArguments {
    @Option(
            names = "--drive",
            paramLabel = "DIR",
            required = true,
            description = "A drive of the store: its directory. Repeat for each of several.")
    private List<Path> drives = new ArrayList<>();

    List<Path> drives() {
        return drives;
    }

    /** Looks at the store without opening it. */
    StoreSurvey survey() throws IOException {
        return StoreSurvey.of(new DiskFileSystem(), drives);
    }
}
