package dev.varve.bench;

import dev.varve.bench.child.JvmCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** This program again, in a JVM of its own that can be killed. For one thread; {@link #kill} from any. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    /** Starts it with the same flags and the same classes. */
    ChildJvm(List<String> arguments) throws IOException {
        process = new ProcessBuilder(JvmCommand.of(List.of(), arguments))
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
