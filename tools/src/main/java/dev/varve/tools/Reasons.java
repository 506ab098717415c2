package dev.varve.tools;

import dev.varve.VarveException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletionException;

/** Puts what went wrong into one line for people. */
final class Reasons {
    private Reasons() {}

    static String of(Throwable e) {
        if ((e instanceof CompletionException || e instanceof UncheckedIOException) && e.getCause() != null) {
            return of(e.getCause());
        }
        if (e instanceof FileSystemException file) {
            return ofFile(file);
        }
        String text = e.getMessage() == null ? "" : e.getMessage();
        boolean speaks = e instanceof Failure
                || e instanceof VarveException
                || e instanceof IOException
                || e instanceof IllegalArgumentException
                || e instanceof IllegalStateException;
        if (speaks && !text.isEmpty()) {
            return text;
        }
        if (e instanceof OutOfMemoryError) {
            return "out of memory: " + text + "; give more with JAVA_OPTS=-Xmx4g";
        }
        return "internal error: " + e.getClass().getName() + (text.isEmpty() ? "" : ": " + text);
    }

    private static String ofFile(FileSystemException e) {
        String file = e.getFile();
        if (e instanceof NoSuchFileException) {
            return file + ": no such file";
        }
        if (e instanceof AccessDeniedException) {
            return file + ": permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return file + ": exists already";
        }
        if (e instanceof DirectoryNotEmptyException) {
            return file + ": directory is not empty";
        }
        if (e instanceof FileSystemLoopException) {
            return file + ": links in a circle";
        }
        String reason = e.getReason();
        return file + ": " + (reason == null ? e.getClass().getSimpleName() : reason);
    }

    /** The reason with the file's name in front, if it is not there yet. */
    static String of(Object file, Throwable e) {
        String reason = of(e);
        return reason.contains(file.toString()) || e instanceof FileNotFoundException ? reason : file + ": " + reason;
    }
}
