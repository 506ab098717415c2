package dev.varve.bench.plot;

import java.io.IOException;
import java.nio.file.Path;

/** Something that can be drawn. */
public interface Plot {
    /** Pixels from left to right. */
    int WIDTH = 980;
    /** Pixels from top to bottom. */
    int HEIGHT = 400;

    /** {@return what it shows} */
    String title();

    /**
     * Draws it.
     *
     * @param canvas of {@link #WIDTH} and {@link #height()}
     */
    void draw(Canvas canvas);

    /** {@return pixels from top to bottom} */
    default int height() {
        return HEIGHT;
    }

    /** {@return it as an element of a page} */
    default String svg() {
        SvgCanvas canvas = new SvgCanvas(title(), WIDTH, height());
        draw(canvas);
        return canvas.element();
    }

    /**
     * Writes it as an image.
     *
     * @param file replaced when there
     * @throws IOException if it cannot be written
     */
    default void png(Path file) throws IOException {
        ImageCanvas canvas = new ImageCanvas(WIDTH, height());
        draw(canvas);
        canvas.write(file);
    }
}
