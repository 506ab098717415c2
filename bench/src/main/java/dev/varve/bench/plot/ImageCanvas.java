package dev.varve.bench.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Draws an image on light paper, with twice as many pixels as points. One thread draws. */
public final class ImageCanvas implements Canvas {
    private static final int SCALE = 2;
    private static final float[] DASHES = {6, 4};

    private final BufferedImage image;
    private final Graphics2D graphics;

    /**
     * An empty picture.
     *
     * @param width in points
     * @param height in points
     */
    public ImageCanvas(int width, int height) {
        image = new BufferedImage(width * SCALE, height * SCALE, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.scale(SCALE, SCALE);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        bar(0, 0, width, height, Ink.PAPER);
    }

    /**
     * Writes the picture.
     *
     * @param file replaced when there
     * @throws IOException if it cannot be written
     */
    public void write(Path file) throws IOException {
        if (!ImageIO.write(image, "png", file.toFile())) {
            throw new IOException("this Java cannot write PNG");
        }
    }

    @Override
    public void path(double[] xs, double[] ys, Pen pen) {
        Path2D path = new Path2D.Double();
        for (int i = 0; i < xs.length; i++) {
            if (i == 0) {
                path.moveTo(xs[i], ys[i]);
            } else {
                path.lineTo(xs[i], ys[i]);
            }
        }
        graphics.setColor(Color.decode(pen.ink().light()));
        graphics.setStroke(new BasicStroke(
                (float) pen.width(),
                BasicStroke.CAP_BUTT,
                BasicStroke.JOIN_ROUND,
                1,
                pen.isDashed() ? DASHES : null,
                0));
        graphics.draw(path);
    }

    @Override
    public void bar(double x, double y, double width, double height, Ink ink) {
        graphics.setColor(Color.decode(ink.light()));
        graphics.fill(new Rectangle2D.Double(x, y, width, height));
    }

    @Override
    public void text(double x, double y, String words, Font font) {
        int style = font.isBold() ? java.awt.Font.BOLD : java.awt.Font.PLAIN;
        graphics.setFont(new java.awt.Font(java.awt.Font.SANS_SERIF, style, 1).deriveFont((float) font.size()));
        graphics.setColor(Color.decode(font.ink().light()));
        int width = graphics.getFontMetrics().stringWidth(words);
        double left = switch (font.anchor()) {
            case START -> x;
            case MIDDLE -> x - width / 2.0;
            case END -> x - width;
        };
        graphics.drawString(words, (float) left, (float) y);
    }
}
