package dev.varve.bench.plot;

import dev.varve.bench.plot.Canvas.Anchor;
import dev.varve.bench.plot.Canvas.Font;
import dev.varve.bench.plot.Canvas.Pen;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Lines over one axis, each named at its right end. Immutable.
 *
 * @param title what it shows
 * @param across the axis below
 * @param up the axis at the left
 * @param axes what both are of
 * @param lines what is drawn, the last ones on top
 */
public record LinePlot(String title, Scale across, Scale up, Axes axes, List<Line> lines) implements Plot {
    private static final int LEFT = 76;
    private static final int RIGHT = 150;
    private static final int TOP = 58;
    private static final int BOTTOM = 48;
    private static final double LABEL_HEIGHT = 15;

    /**
     * The words at the axes.
     *
     * @param across below
     * @param up at the left, above
     */
    public record Axes(String across, String up) {}

    /**
     * A line.
     *
     * @param name at its end
     * @param xs values across
     * @param ys values up, as many
     */
    public record Line(String name, double[] xs, double[] ys) {
        boolean isOurs() {
            return Ink.of(name).equals(Ink.of("varve"));
        }
    }

    @Override
    public void draw(Canvas canvas) {
        grid(canvas);
        List<Label> labels = new ArrayList<>();
        for (Line line : lines) {
            Ink ink = Ink.of(line.name());
            double[] xs = new double[line.xs().length];
            double[] ys = new double[xs.length];
            for (int i = 0; i < xs.length; i++) {
                xs[i] = x(line.xs()[i]);
                ys[i] = y(line.ys()[i]);
            }
            if (xs.length > 0) {
                canvas.path(xs, ys, new Pen(ink, line.isOurs() ? 2.6 : 1.4, ink.equals(Ink.LIMIT)));
                labels.add(new Label(line, xs[xs.length - 1], ys[ys.length - 1]));
            }
        }
        labels(canvas, labels);
    }

    private record Label(Line line, double x, double y) {}

    private double x(double value) {
        return LEFT + across.at(value) * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - up.at(value) * (HEIGHT - TOP - BOTTOM);
    }

    private void grid(Canvas canvas) {
        canvas.text(16, 20, title, new Font(Ink.TEXT, 15, true, Anchor.START));
        canvas.text(16, 37, axes.up(), new Font(Ink.FAINT, 12, false, Anchor.START));
        double right = WIDTH - RIGHT;
        for (Scale.Mark mark : up.marks()) {
            double y = y(mark.value());
            canvas.path(new double[] {LEFT, right}, new double[] {y, y}, Pen.of(Ink.GRID, 1));
            canvas.text(LEFT - 8, y + 4, mark.words(), new Font(Ink.FAINT, 12, false, Anchor.END));
        }
        for (Scale.Mark mark : across.marks()) {
            double x = x(mark.value());
            canvas.path(new double[] {x, x}, new double[] {TOP, HEIGHT - BOTTOM}, Pen.of(Ink.GRID, 1));
            canvas.text(x, HEIGHT - BOTTOM + 17, mark.words(), new Font(Ink.FAINT, 12, false, Anchor.MIDDLE));
        }
        canvas.text(
                LEFT + (right - LEFT) / 2, HEIGHT - 10, axes.across(), new Font(Ink.FAINT, 12, false, Anchor.MIDDLE));
    }

    /** At the lines' ends, moved apart where they would overlap, and joined to them. */
    private static void labels(Canvas canvas, List<Label> labels) {
        labels.sort(Comparator.comparingDouble(Label::y));
        double[] ys = new double[labels.size()];
        double lowest = HEIGHT - BOTTOM;
        for (int i = 0; i < ys.length; i++) {
            ys[i] = i == 0 ? labels.get(0).y() : Math.max(labels.get(i).y(), ys[i - 1] + LABEL_HEIGHT);
        }
        for (int i = ys.length - 1; i >= 0; i--) {
            ys[i] = Math.min(ys[i], i == ys.length - 1 ? lowest : ys[i + 1] - LABEL_HEIGHT);
        }
        double left = WIDTH - RIGHT + 18;
        for (int i = 0; i < ys.length; i++) {
            Label label = labels.get(i);
            Ink ink = Ink.of(label.line().name());
            canvas.path(
                    new double[] {label.x(), WIDTH - RIGHT + 4, left - 3},
                    new double[] {label.y(), label.y(), ys[i]},
                    Pen.of(ink, 0.6));
            canvas.text(
                    left,
                    ys[i] + 4,
                    label.line().name(),
                    new Font(ink, 12, label.line().isOurs(), Anchor.START));
        }
    }
}
