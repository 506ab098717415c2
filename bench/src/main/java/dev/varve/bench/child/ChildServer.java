package dev.varve.bench.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A store in a JVM of its own, seen from inside: answers questions until there are no more. What is said in between may come
 * from any thread, all else is the thread's that serves.
 */
public final class ChildServer {
    static final String ANSWER = "answer";
    static final String FAILED = "failed";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final BufferedReader questions;
    private final PrintWriter out;

    /**
     * A server.
     *
     * @param in where questions come from; its end is the end
     * @param out where answers go
     */
    public ChildServer(InputStream in, PrintWriter out) {
        questions = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
    }

    /** What answers. */
    public interface Answers extends AutoCloseable {
        /**
         * Answers a question.
         *
         * @param question with what to do under {@code do}
         * @return the answer, for Jackson to write
         * @throws IOException if it cannot be done; the store takes no further part
         */
        Object answer(JsonNode question) throws IOException;

        @Override
        void close();
    }

    /** Makes what answers, when the first question says how. */
    public interface Opener {
        /**
         * Opens the store.
         *
         * @param first the first question
         * @return what answers all later ones
         * @throws IOException if it cannot be opened
         */
        Answers open(JsonNode first) throws IOException;
    }

    /**
     * Says something that is no answer.
     *
     * @param what for Jackson to write
     */
    public void say(Map<String, Object> what) {
        synchronized (out) {
            try {
                out.println(JSON.writeValueAsString(what));
                out.flush();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * Serves until the end of the questions, or until one cannot be answered.
     *
     * @param opener asked first
     * @return the exit code
     * @throws IOException if the questions cannot be read
     */
    public int serve(Opener opener) throws IOException {
        String first = questions.readLine();
        if (first == null) {
            return 1;
        }
        try (Answers answers = opener.open(JSON.readTree(first))) {
            say(Map.of(ANSWER, "open"));
            for (String line = questions.readLine(); line != null; line = questions.readLine()) {
                say(Map.of(ANSWER, answers.answer(JSON.readTree(line))));
            }
            return 0;
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
            String message = e.getMessage() == null
                    ? ""
                    : ": " + e.getMessage().lines().findFirst().orElse("");
            say(Map.of(FAILED, e.getClass().getSimpleName() + message));
            return 1;
        }
    }
}
