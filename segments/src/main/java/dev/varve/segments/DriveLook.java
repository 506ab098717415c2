package dev.varve.segments;

import dev.varve.segments.DriveSurvey.FileLength;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Looks at what a drive holds besides its tables. For one thread. */
final class DriveLook {
    private static final int HOLDER_LENGTH_MAX = 1024;

    private final FileSystem fileSystem;
    private final Path root;
    private final List<Finding> findings;
    private final List<FileLength> spares = new ArrayList<>();
    private final List<FileLength> leaving = new ArrayList<>();
    private final List<FileLength> quarantined = new ArrayList<>();

    DriveLook(FileSystem fileSystem, Path root, List<Finding> findings) {
        this.fileSystem = fileSystem;
        this.root = root;
        this.findings = findings;
    }

    /**
     * @param meta null where it cannot be read
     * @param droppedFolders folders here of tables that were dropped
     */
    DriveSurvey survey(StoreMeta meta, List<Path> droppedFolders) {
        Path path = root.resolve(Drive.META);
        if (meta == null && !fileSystem.exists(path) && !fileSystem.exists(MetaFiles.copy(path))) {
            findings.add(Finding.problem(path, "the drive's metadata", "no file"));
        }
        for (FileLength file : files(root.resolve(Drive.SPARE))) {
            if (FileNames.number(file.path().getFileName().toString(), FileNames.SPARE_SUFFIX)
                    .isPresent()) {
                (isSpare(file.path()) ? spares : leaving).add(file);
            }
        }
        for (FileLength file : files(root.resolve(Drive.QUARANTINE))) {
            quarantined.add(file);
            findings.add(Finding.problem(
                    file.path(), "nothing in quarantine", "a file that could not be read when the store was opened"));
        }
        for (Path folder : droppedFolders) {
            leaving.addAll(files(folder));
        }
        OptionalInt id = meta == null ? OptionalInt.empty() : OptionalInt.of(meta.driveId());
        return new DriveSurvey(root, id, holder(), space(), spares, leaving, quarantined);
    }

    private boolean isSpare(Path path) {
        try (StoreFile file = fileSystem.open(path, OpenMode.READ)) {
            return SegmentHead.read(file).isSpare();
        } catch (IOException e) {
            return false;
        }
    }

    private List<FileLength> files(Path folder) {
        List<FileLength> files = new ArrayList<>();
        if (fileSystem.isDirectory(folder)) {
            for (String name : names(folder)) {
                Path path = folder.resolve(name);
                try {
                    if (!fileSystem.isDirectory(path)) {
                        files.add(new FileLength(path, fileSystem.length(path)));
                    }
                } catch (NoSuchFileException e) {
                    continue;
                } catch (IOException e) {
                    findings.add(Finding.problem(path, "a readable file", String.valueOf(e.getMessage())));
                }
            }
        }
        return files;
    }

    private List<String> names(Path folder) {
        try {
            return fileSystem.list(folder);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            findings.add(Finding.problem(folder, "a readable folder", String.valueOf(e.getMessage())));
            return List.of();
        }
    }

    /** Never touches the lock itself: opening and closing that file could drop it. */
    private String holder() {
        Path path = root.resolve(Drive.LOCK_TEXT);
        if (!fileSystem.exists(path)) {
            return "";
        }
        try (StoreFile file = fileSystem.open(path, OpenMode.READ)) {
            ByteBuffer text = ByteBuffer.allocate(HOLDER_LENGTH_MAX);
            file.read(text, 0);
            return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private Space space() {
        try {
            return fileSystem.space(root);
        } catch (IOException e) {
            return null;
        }
    }
}
