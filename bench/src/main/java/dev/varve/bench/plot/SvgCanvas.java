package dev.varve.bench.plot;

import java.util.Locale;

/** Draws SVG whose colours are CSS variables, so that it follows the page from light to dark. One thread draws. */
public final class SvgCanvas implements Canvas {
    private final StringBuilder svg = new StringBuilder();

    /**
     * An empty picture.
     *
     * @param title for those who cannot see it
     * @param width in pixels, before the page scales it
     * @param height in pixels
     */
    public SvgCanvas(String title, int width, int height) {
        svg.append(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
                width,
                height,
                escaped(title)));
    }

    /** {@return the picture as an element of a page} */
    public String element() {
        return svg + "</svg>\n";
    }

    /**
     * {@return text that is no markup}
     *
     * @param text any
     */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    @Override
    public void path(double[] xs, double[] ys, Pen pen) {
        svg.append("<polyline points=\"");
        for (int i = 0; i < xs.length; i++) {
            svg.append(i == 0 ? "" : " ").append(of(xs[i])).append(',').append(of(ys[i]));
        }
        svg.append("\" fill=\"none\" stroke=\"var(--")
                .append(pen.ink().name())
                .append(")\" stroke-width=\"")
                .append(of(pen.width()))
                .append("\" stroke-linejoin=\"round\"")
                .append(pen.isDashed() ? " stroke-dasharray=\"6 4\"" : "")
                .append("/>\n");
    }

    @Override
    public void bar(double x, double y, double width, double height, Ink ink) {
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"var(--%s)\"/>%n",
                of(x),
                of(y),
                of(width),
                of(height),
                ink.name()));
    }

    @Override
    public void text(double x, double y, String words, Font font) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%s\" y=\"%s\" font-size=\"%s\"%s text-anchor=\"%s\" fill=\"var(--%s)\">%s</text>%n",
                of(x),
                of(y),
                of(font.size()),
                font.isBold() ? " font-weight=\"600\"" : "",
                font.anchor().name().toLowerCase(Locale.ROOT),
                font.ink().name(),
                escaped(words)));
    }

    private static String of(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : String.format(Locale.ROOT, "%.1f", number);
    }
}
