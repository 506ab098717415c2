package dev.varve.bench.plot;

import dev.varve.bench.plot.Canvas.Anchor;
import dev.varve.bench.plot.Canvas.Font;
import dev.varve.bench.plot.Canvas.Pen;
import java.util.List;

/**
 * A bar for each store, with the least and the most of its rounds. Immutable.
 *
 * @param title what it shows
 * @param along the axis
 * @param axis what the axis is of
 * @param bars from top to bottom
 * @param line a value that all are compared with; not-a-number: none
 */
public record BarPlot(String title, Scale along, String axis, List<Bar> bars, double line) implements Plot {
    private static final int LEFT = 170;
    private static final int RIGHT = 120;
    private static final int TOP = 44;
    private static final int ROW = 28;
    private static final int BAR = 16;

    /**
     * A bar.
     *
     * @param name at its left
     * @param value its length
     * @param least of the rounds
     * @param most of the rounds
     * @param words at its right
     */
    public record Bar(String name, double value, double least, double most, String words) {}

    @Override
    public int height() {
        return TOP + bars.size() * ROW + 50;
    }

    @Override
    public void draw(Canvas canvas) {
        canvas.text(16, 20, title, new Font(Ink.TEXT, 15, true, Anchor.START));
        double bottom = TOP + bars.size() * (double) ROW;
        for (Scale.Mark mark : along.marks()) {
            double x = x(mark.value());
            canvas.path(new double[] {x, x}, new double[] {TOP - 6, bottom}, Pen.of(Ink.GRID, 1));
            canvas.text(x, bottom + 17, mark.words(), new Font(Ink.FAINT, 12, false, Anchor.MIDDLE));
        }
        canvas.text(x(along.to() / 2), bottom + 38, axis, new Font(Ink.FAINT, 12, false, Anchor.MIDDLE));
        for (int i = 0; i < bars.size(); i++) {
            row(canvas, bars.get(i), TOP + i * (double) ROW);
        }
        if (!Double.isNaN(line)) {
            double x = x(line);
            canvas.path(new double[] {x, x}, new double[] {TOP - 6, bottom}, new Pen(Ink.LIMIT, 1.4, true));
        }
    }

    private double x(double value) {
        return LEFT + along.at(value) * (WIDTH - LEFT - RIGHT);
    }

    private void row(Canvas canvas, Bar bar, double top) {
        Ink ink = Ink.of(bar.name());
        boolean isOurs = ink.equals(Ink.of("varve"));
        double middle = top + BAR / 2.0;
        canvas.text(LEFT - 10, middle + 4, bar.name(), new Font(isOurs ? ink : Ink.TEXT, 13, isOurs, Anchor.END));
        canvas.bar(LEFT, top, x(bar.value()) - LEFT, BAR, ink);
        double end = x(bar.value());
        if (bar.most() > bar.least()) {
            end = Math.max(end, x(bar.most()));
            canvas.path(
                    new double[] {x(bar.least()), x(bar.most())}, new double[] {middle, middle}, Pen.of(Ink.TEXT, 1.2));
            for (double edge : new double[] {bar.least(), bar.most()}) {
                canvas.path(
                        new double[] {x(edge), x(edge)}, new double[] {middle - 4, middle + 4}, Pen.of(Ink.TEXT, 1.2));
            }
        }
        canvas.text(end + 8, middle + 4, bar.words(), new Font(Ink.TEXT, 12, isOurs, Anchor.START));
    }
}
