package dev.varve.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** This program again, in a JVM of its own that can be killed. For one thread; {@link #kill} from any. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    /** Starts it with the same flags and the same classes. */
    ChildJvm(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            // A debugger's or profiler's port can be taken once only.
            if (!flag.startsWith("-agentlib") && !flag.startsWith("-javaagent")) {
                command.add(flag);
            }
        }
        String classes = System.getProperty("java.class.path");
        if (classes.endsWith(".jar") && !classes.contains(File.pathSeparator)) {
            // The jar's manifest opens what mappings need; on the class path it would not.
            command.addAll(List.of("-jar", classes));
        } else {
            command.addAll(List.of("-cp", classes, Main.class.getName()));
        }
        command.addAll(arguments);
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** {@return the numbers behind a word on the next line} */
    List<Long> answer(String word) throws IOException {
        String line = output.readLine();
        if (line == null || !line.startsWith(word)) {
            throw new Failure("the child JVM said " + (line == null ? "nothing" : "'" + line + "'") + " instead of '"
                    + word + "'");
        }
        List<Long> numbers = new ArrayList<>();
        for (String number : line.substring(word.length()).strip().split(" ")) {
            if (!number.isEmpty()) {
                numbers.add(Long.parseLong(number));
            }
        }
        return numbers;
    }

    /** kill -9. */
    void kill() {
        process.destroyForcibly();
    }

    int await() throws IOException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a child JVM", e);
        }
    }

    @Override
    public void close() throws IOException {
        kill();
        await();
        output.close();
    }
}
