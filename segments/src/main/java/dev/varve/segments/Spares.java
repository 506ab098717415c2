package dev.varve.segments;

import java.nio.file.Path;
import java.util.ArrayDeque;

/** The files of one drive that wait for a new life. Guarded by this object's monitor. */
final class Spares {
    private final ArrayDeque<Spare> waiting = new ArrayDeque<>();
    private long bytes;
    private long nextNumber;

    /** A file in the drive's spare folder. */
    record Spare(Path path, long length) {}

    synchronized void add(Spare spare) {
        waiting.addLast(spare);
        bytes += spare.length();
    }

    /** The file that waited longest, or null. */
    synchronized Spare take() {
        Spare spare = waiting.pollFirst();
        if (spare != null) {
            bytes -= spare.length();
        }
        return spare;
    }

    synchronized int count() {
        return waiting.size();
    }

    synchronized long bytes() {
        return bytes;
    }

    /** A number that no file in the folder has. */
    synchronized long newNumber() {
        return nextNumber++;
    }

    /** Numbers up to this one are taken. */
    synchronized void skipTo(long number) {
        nextNumber = Math.max(nextNumber, number + 1);
    }
}
