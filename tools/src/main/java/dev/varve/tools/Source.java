package dev.varve.tools;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A value on its way into the store: small ones in memory, others in a file, because a stream has to be told its length.
 *
 * @param whole the value, or null if it is in the file
 * @param temporary whether the file goes away afterwards
 */
record Source(byte[] whole, Path file, long length, boolean temporary) implements AutoCloseable {
    /** Longer values are streamed. */
    static final int WHOLE_LENGTH_MAX = 16 << 20;

    static Source of(byte[] value) {
        return new Source(value, null, value.length, false);
    }

    static Source of(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new Failure(file + " is a directory; use ingest");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] beginning = in.readNBytes(WHOLE_LENGTH_MAX + 1);
            return beginning.length <= WHOLE_LENGTH_MAX
                    ? of(beginning)
                    : new Source(null, file, Files.size(file), false);
        }
    }

    /** Of a stream whose length nobody knows. */
    static Source spooled(InputStream in) throws IOException {
        byte[] beginning = in.readNBytes(WHOLE_LENGTH_MAX + 1);
        if (beginning.length <= WHOLE_LENGTH_MAX) {
            return of(beginning);
        }
        Path file = Files.createTempFile("varve-put", ".value");
        boolean done = false;
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(beginning);
            long length = beginning.length + in.transferTo(out);
            done = true;
            return new Source(null, file, length, true);
        } finally {
            if (!done) {
                Files.delete(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (temporary) {
            Files.deleteIfExists(file);
        }
    }
}
