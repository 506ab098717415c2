package dev.varve.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * From values to pixels, and the values worth a line. Immutable.
 *
 * @param isLog whether equal distances are equal factors
 * @param from the value at the beginning
 * @param to the value at the end
 * @param marks where lines are, each with its words
 */
public record Scale(boolean isLog, double from, double to, List<Mark> marks) {
    private static final int LINES_WANTED = 6;

    /**
     * A line of the grid.
     *
     * @param value where
     * @param words at its end
     */
    public record Mark(double value, String words) {}

    /**
     * {@return a scale from zero on, in round steps}
     *
     * @param most the largest value
     * @param words what a value is called
     */
    public static Scale linear(double most, DoubleFunction<String> words) {
        double rough = Math.max(most, 1e-9) / LINES_WANTED;
        double ten = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = ten * (rough / ten <= 1 ? 1 : rough / ten <= 2 ? 2 : rough / ten <= 5 ? 5 : 10);
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; (i - 1) * step < most; i++) {
            marks.add(new Mark(i * step, words.apply(i * step)));
        }
        return new Scale(false, 0, marks.get(marks.size() - 1).value(), marks);
    }

    /**
     * {@return a scale of factors, with lines at 1, 2 and 5 times the powers of ten}
     *
     * @param least the smallest value, more than 0
     * @param most the largest
     * @param words what a value is called
     */
    public static Scale log(double least, double most, DoubleFunction<String> words) {
        List<Double> steps = new ArrayList<>();
        for (double ten = Math.pow(10, Math.floor(Math.log10(least))); ten <= most * 10; ten *= 10) {
            steps.addAll(List.of(ten, 2 * ten, 5 * ten));
        }
        int first = 0;
        while (first + 1 < steps.size() && steps.get(first + 1) <= least) {
            first++;
        }
        int last = first + 1;
        while (last + 1 < steps.size() && steps.get(last) < most) {
            last++;
        }
        // Over many powers of ten there is no room for the lines in between.
        boolean isWide = last - first > 3 * LINES_WANTED / 2;
        List<Mark> marks = new ArrayList<>();
        for (int i = first; i <= last; i++) {
            boolean isPower = i % 3 == 0;
            if (!isWide || isPower) {
                marks.add(new Mark(steps.get(i), words.apply(steps.get(i))));
            }
        }
        return new Scale(true, steps.get(first), steps.get(last), marks);
    }

    /** {@return where a value is, 0 at the beginning, 1 at the end}
     *
     * @param value any; what lies outside is put at the edge
     */
    public double at(double value) {
        double part = isLog
                ? (Math.log(Math.max(value, from)) - Math.log(from)) / (Math.log(to) - Math.log(from))
                : (value - from) / (to - from);
        return Math.max(0, Math.min(1, part));
    }
}
