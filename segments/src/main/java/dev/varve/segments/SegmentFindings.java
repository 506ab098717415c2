package dev.varve.segments;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Gathers what is wrong with one segment until it is clear that the file was the same all the while. Keeps a bounded number
 * and counts the rest. For one thread.
 */
final class SegmentFindings {
    /** More are only counted: a file full of noise must not fill the memory. */
    static final int KEPT_MAX = 10_000;

    private final Path file;
    private final List<Finding> kept = new ArrayList<>();
    private long left;

    SegmentFindings(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    void problem(long offset, String expected, String found) {
        if (kept.size() < KEPT_MAX) {
            kept.add(new Finding(Finding.Kind.PROBLEM, file, offset, expected, found));
        } else {
            left++;
        }
    }

    void add(CorruptException e) {
        problem(e.offset(), e.expected(), e.found());
    }

    boolean isEmpty() {
        return kept.isEmpty();
    }

    long count() {
        return kept.size() + left;
    }

    void handOver(Consumer<Finding> sink) {
        kept.forEach(sink);
        if (left > 0) {
            sink.accept(Finding.problem(file, "nothing more", left + " further problems of this kind"));
        }
    }
}
