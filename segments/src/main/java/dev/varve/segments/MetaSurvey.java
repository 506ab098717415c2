package dev.varve.segments;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads metadata that lies in a file and its copy, and says what is wrong with either. Changes nothing. */
final class MetaSurvey {
    private final FileSystem fileSystem;
    private final List<Finding> findings;

    MetaSurvey(FileSystem fileSystem, List<Finding> findings) {
        this.fileSystem = fileSystem;
        this.findings = findings;
    }

    /** The file's content, or its copy's where that alone is whole; empty where neither can be read. */
    <T> Optional<T> read(Path path, MetaFiles.Reader<T> reader) {
        Path copy = MetaFiles.copy(path);
        Optional<T> first = readOne(path, reader);
        Optional<T> second = readOne(copy, reader);
        if (first.isPresent() != second.isPresent()) {
            Path missing = first.isPresent() ? copy : path;
            if (!fileSystem.exists(missing)) {
                findings.add(Finding.note(missing, "a copy of " + (first.isPresent() ? path : copy), "no file"));
            }
        } else if (!first.equals(second)) {
            findings.add(Finding.note(copy, "a copy of " + path, "another revision"));
        }
        return first.isPresent() ? first : second;
    }

    private <T> Optional<T> readOne(Path path, MetaFiles.Reader<T> reader) {
        if (!fileSystem.exists(path)) {
            return Optional.empty();
        }
        try (StoreFile file = fileSystem.open(path, OpenMode.READ)) {
            return Optional.of(reader.read(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (CorruptException e) {
            findings.add(Finding.of(e));
        } catch (FormatException e) {
            findings.add(Finding.problem(path, "a format version of this program's", e.getMessage()));
        } catch (IOException e) {
            findings.add(Finding.problem(path, "a readable file", String.valueOf(e.getMessage())));
        }
        return Optional.empty();
    }
}
