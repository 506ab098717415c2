package dev.varve.bench.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.bench.subject.StoreKind;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A store in a JVM of its own, seen from outside. It is asked with one line of JSON and answers with one, any number of
 * other lines before it. For one thread; {@link #kill} from any.
 */
public final class StoreJvm implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long CLOSING_SECONDS = 60;

    private final StoreKind kind;
    private final Path errors;
    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter questions;
    private StoreDiedException died;

    /**
     * Starts it.
     *
     * @param kind the store, which decides on the flags
     * @param directory for what the JVM itself writes: its errors, libraries that are unpacked
     * @param arguments of this program, under which it answers
     * @throws IOException if it does not start
     */
    public StoreJvm(StoreKind kind, Path directory, List<String> arguments) throws IOException {
        this.kind = kind;
        errors = directory.resolve(kind.name() + ".err");
        List<String> flags = new ArrayList<>(kind.jvmFlags());
        flags.add("-Djava.io.tmpdir="
                + Files.createDirectories(directory.resolve("tmp")).toAbsolutePath());
        flags.add("-XX:ErrorFile=" + directory.resolve(kind.name() + ".crash").toAbsolutePath());
        process = new ProcessBuilder(JvmCommand.of(flags, arguments))
                .redirectError(errors.toFile())
                .start();
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        questions = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** {@return the store} */
    public StoreKind kind() {
        return kind;
    }

    /** {@return whether it ended; it is not asked any more then} */
    public boolean isDead() {
        return died != null;
    }

    /** {@return why it ended; null: it did not} */
    public String reason() {
        return died == null ? null : died.getMessage();
    }

    /**
     * Asks and waits.
     *
     * @param question what to do, under {@code do}, and how
     * @param between told of what is said before the answer
     * @return the answer
     * @throws StoreDiedException if there was none
     */
    public JsonNode ask(Map<String, Object> question, Consumer<JsonNode> between) throws StoreDiedException {
        if (died != null) {
            throw died;
        }
        try {
            questions.write(JSON.writeValueAsString(question));
            questions.newLine();
            questions.flush();
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                JsonNode said = JSON.readTree(line);
                if (said.has(ChildServer.FAILED)) {
                    died = new StoreDiedException(said.get(ChildServer.FAILED).asText());
                    throw died;
                }
                if (said.has(ChildServer.ANSWER)) {
                    return said.get(ChildServer.ANSWER);
                }
                between.accept(said);
            }
        } catch (StoreDiedException e) {
            throw e;
        } catch (IOException e) {
            // What matters is how the process ended, not that its pipe broke.
            process.destroyForcibly();
        }
        died = new StoreDiedException("its JVM ended with exit code " + exitCode() + lastError());
        throw died;
    }

    private int exitCode() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    private String lastError() {
        try (BufferedReader lines = Files.newBufferedReader(errors, StandardCharsets.ISO_8859_1)) {
            String last = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = line.isBlank() ? last : line.strip();
            }
            return last.isEmpty() ? "" : ": " + last;
        } catch (IOException e) {
            return "";
        }
    }

    /** kill -9. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Lets it close its store and end; kills it if it takes too long. */
    @Override
    public void close() throws IOException {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        } catch (IOException e) {
            process.destroyForcibly();
        } finally {
            answers.close();
        }
    }
}
