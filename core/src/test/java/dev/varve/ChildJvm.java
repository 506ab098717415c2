package dev.varve;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs a main class in a JVM of its own, with this one's class path and Java, and no flags but those asked for. */
public final class ChildJvm {
    private final List<String> flags = new ArrayList<>();
    private String classPath = System.getProperty("java.class.path");

    private Path directory = Path.of("");

    /** How a child ended. */
    public record Result(int exitCode, String out, String err) {}

    /** Adds JVM flags. */
    public ChildJvm flags(String... more) {
        flags.addAll(Arrays.asList(more));
        return this;
    }

    /** Puts a directory in front of the class path. */
    public ChildJvm classes(Path directory) {
        classPath = directory + File.pathSeparator + classPath;
        return this;
    }

    /** Sets the directory it runs in. */
    public ChildJvm in(Path workDirectory) {
        directory = workDirectory;
        return this;
    }

    /** Prepares a child and leaves it to the caller. */
    public ProcessBuilder prepare(String mainClass, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath, mainClass));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toAbsolutePath().toFile());
        // Variables that slip flags into every JVM would also print a line about it.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"));
        return builder;
    }

    /** Runs a child to its end. */
    public Result run(String mainClass, String... arguments) {
        try {
            Path out = Files.createTempFile("varve-child", ".out");
            Path err = Files.createTempFile("varve-child", ".err");
            try {
                Process process = prepare(mainClass, arguments)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
                int exitCode = process.waitFor();
                return new Result(exitCode, read(out), read(err));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for a child JVM", e);
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
