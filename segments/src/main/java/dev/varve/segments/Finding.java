package dev.varve.segments;

import java.nio.file.Path;

/**
 * Something found by looking at the files of a store.
 *
 * @param kind whether it is wrong, or only worth knowing
 * @param file or folder
 * @param offset in bytes, or {@link #WHOLE} where it concerns the file as a whole
 * @param expected what should be there
 * @param found what is there
 */
public record Finding(Kind kind, Path file, long offset, String expected, String found) {
    /** Of no place in particular. */
    public static final long WHOLE = -1;

    /** How bad it is. */
    public enum Kind {
        /** Damage, or files that do not fit together. */
        PROBLEM,
        /** What the next open puts right by itself. */
        NOTE
    }

    static Finding of(CorruptException e) {
        return new Finding(Kind.PROBLEM, Path.of(e.file()), e.offset(), e.expected(), e.found());
    }

    static Finding problem(Path file, String expected, String found) {
        return new Finding(Kind.PROBLEM, file, WHOLE, expected, found);
    }

    static Finding note(Path file, String expected, String found) {
        return new Finding(Kind.NOTE, file, WHOLE, expected, found);
    }

    public boolean isProblem() {
        return kind == Kind.PROBLEM;
    }

    /** One line for people. */
    @Override
    public String toString() {
        String place = offset == WHOLE ? file.toString() : file + " at offset " + offset;
        return place + ": expected " + expected + ", found " + found;
    }
}
