package dev.varve.tools;

import dev.varve.CorruptionException;
import dev.varve.Cursor;
import dev.varve.CursorIdleException;
import dev.varve.CursorOptions;
import dev.varve.DriveFaultException;
import dev.varve.ReadFailedException;
import dev.varve.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Writes every value of a table to a file. */
final class Export {
    private final Table table;
    private final Path folder;
    private final boolean overwrite;
    private final Terminal terminal;
    private final Progress progress;
    private long files;
    private long bytes;

    Export(Table table, Path folder, boolean overwrite, Terminal terminal, Progress progress) {
        this.table = table;
        this.folder = folder;
        this.overwrite = overwrite;
        this.terminal = terminal;
        this.progress = progress;
    }

    void run() throws IOException {
        Files.createDirectories(folder);
        byte[] last = null;
        boolean done = false;
        while (!done) {
            try (Cursor cursor = table.cursor(CursorOptions.KEYS_ONLY)) {
                boolean caughtUp = last == null || passUntil(cursor, last);
                if (!caughtUp) {
                    throw new Failure("the table changed while it was read; use --overwrite and start again");
                }
                while (next(cursor)) {
                    last = cursor.key();
                    export(last);
                }
                done = true;
            } catch (CursorIdleException e) {
                // The value before took longer than a cursor may be left alone.
                done = last == null;
            }
        }
    }

    /** Goes to the key where a cursor before this one stood. */
    private boolean passUntil(Cursor cursor, byte[] key) {
        ByteBuffer wanted = ByteBuffer.wrap(key);
        while (next(cursor)) {
            if (cursor.keyView().equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    /** Passes over what is damaged. */
    private boolean next(Cursor cursor) {
        while (true) {
            try {
                return cursor.next();
            } catch (CorruptionException | ReadFailedException e) {
                terminal.complain(e.getMessage());
            }
        }
    }

    private void export(byte[] key) {
        try {
            Optional<Path> file = file(key);
            if (file.isEmpty()) {
                terminal.complain(KeyText.show(key) + " can be no file");
                return;
            }
            write(key, file.get());
        } catch (CorruptionException | ReadFailedException | DriveFaultException e) {
            terminal.complain(KeyText.show(key) + ": " + e.getMessage());
        } catch (IOException e) {
            terminal.complain(KeyText.show(key) + ": " + Reasons.of(e));
        }
    }

    private void write(byte[] key, Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory");
        }
        if (!overwrite && Files.exists(file)) {
            throw new IOException(file + " is there already; use --overwrite to replace files");
        }
        try {
            Files.createDirectories(file.getParent());
        } catch (FileAlreadyExistsException e) {
            throw new IOException(e.getFile() + " is no directory", e);
        }
        try (InputStream value = table.getStream(key)) {
            // Expired since the cursor saw it.
            if (value != null) {
                long[] length = new long[1];
                FileTarget.write(file, target -> length[0] = GetCommand.copy(value, target));
                files++;
                bytes += length[0];
                progress.addOne();
                progress.add(length[0] + key.length);
            }
        }
    }

    /** Where a key's file goes: never outside the folder. Empty if it can have none. */
    private Optional<Path> file(byte[] key) {
        ByteBuffer bytesOfKey = ByteBuffer.wrap(key);
        try {
            Optional<String> text = KeyText.printable(bytesOfKey).filter(Export::isRelativePath);
            return Optional.of(folder.resolve(text.orElseGet(() -> KeyText.hex(bytesOfKey))));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static boolean isRelativePath(String text) {
        if (text.indexOf('\\') >= 0) {
            return false;
        }
        for (String part : text.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return !Path.of(text).isAbsolute();
    }

    String summary(Duration time) {
        return "wrote " + Units.count(files, "files") + ", " + Units.bytes(bytes) + ", in " + Units.span(time);
    }
}
