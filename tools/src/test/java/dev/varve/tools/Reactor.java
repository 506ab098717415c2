package dev.varve.tools;

import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.LocationProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Where the five modules lie. Read by path, because nothing may depend on bench. */
final class Reactor implements LocationProvider {
    static final List<String> MODULES = List.of("index", "segments", "core", "bench", "tools");

    private static final Path ROOT = root();

    /** The main sources of some modules. */
    static List<Path> sources(List<String> modules) {
        return modules.stream()
                .map(module -> ROOT.resolve(module).resolve("src/main/java"))
                .flatMap(Reactor::javaFiles)
                .toList();
    }

    static String relative(Path file) {
        return ROOT.relativize(file).toString();
    }

    /** The compiled main classes of every module; bench may be missing, when only tools and what it needs was built. */
    @Override
    public Set<Location> get(Class<?> testClass) {
        Set<Location> locations = new LinkedHashSet<>();
        for (String module : MODULES) {
            Path classes = ROOT.resolve(module).resolve("target/classes");
            if (Files.isDirectory(classes)) {
                locations.add(Location.of(classes));
            } else if (!module.equals("bench")) {
                throw new IllegalStateException(classes + " is missing: build the module first");
            }
        }
        return locations;
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(folder.resolve("segments/pom.xml"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("Not started inside the project");
            }
        }
        return folder;
    }
}
