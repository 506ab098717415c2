package dev.varve.bench.plot;

/** What plots are drawn on. Points are in pixels from the upper left. One thread draws. */
public interface Canvas {
    /** Which end of a text its point is. */
    enum Anchor {
        /** The left one. */
        START,
        /** Neither. */
        MIDDLE,
        /** The right one. */
        END
    }

    /**
     * How a line looks.
     *
     * @param ink its colour
     * @param width in pixels
     * @param isDashed whether it is broken
     */
    record Pen(Ink ink, double width, boolean isDashed) {
        /**
         * {@return an unbroken line}
         *
         * @param ink its colour
         * @param width in pixels
         */
        public static Pen of(Ink ink, double width) {
            return new Pen(ink, width, false);
        }
    }

    /**
     * How a text looks.
     *
     * @param ink its colour
     * @param size in pixels
     * @param isBold whether it is bold
     * @param anchor which end its point is
     */
    record Font(Ink ink, double size, boolean isBold, Anchor anchor) {}

    /**
     * Draws lines from point to point.
     *
     * @param xs from the left
     * @param ys from the top, as many
     * @param pen how they look
     */
    void path(double[] xs, double[] ys, Pen pen);

    /**
     * Fills a rectangle.
     *
     * @param x its left
     * @param y its top
     * @param width to the right
     * @param height to the bottom
     * @param ink its colour
     */
    void bar(double x, double y, double width, double height, Ink ink);

    /**
     * Writes.
     *
     * @param x of the anchor
     * @param y of the base line
     * @param words one line
     * @param font how it looks
     */
    void text(double x, double y, String words, Font font);
}
