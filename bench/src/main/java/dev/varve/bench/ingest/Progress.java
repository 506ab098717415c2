package dev.varve.bench.ingest;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * What an ingest has put and made durable, kept beside its store so that a later run can verify it and go on, also after a
 * kill. Keys and values follow from seed and number, so that a few numbers are enough.
 *
 * @param shape what keys and values follow from; a run with another one cannot go on
 * @param from for each writer the first number of the last run
 * @param durable for each writer how many of its keys were durable when this was written
 */
public record Progress(String shape, long[] from, long[] durable) {
    private static final String FILE = "ingest.progress";
    private static final String NEW = "ingest.progress.new";

    /** What keys and values of a plan follow from. */
    static String shapeOf(IngestPlan plan) {
        return "seed " + plan.seed() + ", keys of " + plan.keys().keyBytes() + " B, values "
                + plan.values().name() + ", compressibility " + plan.values().compressibility() + ", writers "
                + plan.load().writers();
    }

    /**
     * {@return the seed that a kept store was filled with}
     *
     * @param directory of the store
     * @throws IOException if none was kept there
     */
    public static long seedIn(Path directory) throws IOException {
        String shape = read(directory).shape;
        return Long.parseLong(shape.substring("seed ".length(), shape.indexOf(',')));
    }

    static Progress read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            throw new IOException(directory + ": no store that 'ingest --keep' left, it has no " + FILE);
        }
        Properties properties = new Properties();
        properties.load(new StringReader(Files.readString(file)));
        String shape = properties.getProperty("shape", "");
        try {
            return new Progress(shape, numbers(properties, "from"), numbers(properties, "durable"));
        } catch (NumberFormatException e) {
            throw new IOException(file + ": not what an ingest wrote", e);
        }
    }

    private static long[] numbers(Properties properties, String name) {
        return Arrays.stream(properties.getProperty(name, "").split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private static String text(long[] numbers) {
        return Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }

    /** Replaces what was there before as a whole. */
    void write(Path directory) throws IOException {
        Path temporary = directory.resolve(NEW);
        Files.writeString(temporary, "shape=" + shape + "\nfrom=" + text(from) + "\ndurable=" + text(durable) + "\n");
        try {
            Files.move(
                    temporary,
                    directory.resolve(FILE),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException(directory + ": files cannot be replaced here", e);
        }
    }
}
