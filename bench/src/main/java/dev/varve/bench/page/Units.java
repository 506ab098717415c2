package dev.varve.bench.page;

import dev.varve.bench.report.Text;

/** Figures as people say them. */
final class Units {
    private Units() {}

    /** A time with the unit that fits it, from microseconds. */
    static String time(double micros) {
        if (!Double.isFinite(micros)) {
            return "-";
        }
        double nanos = micros * 1e3;
        if (nanos < 1e3) {
            return brief(nanos) + " ns";
        }
        if (micros < 1e3) {
            return brief(micros) + " µs";
        }
        return micros < 1e6 ? brief(micros / 1e3) + " ms" : brief(micros / 1e6) + " s";
    }

    /** Three digits, and none after the point that are zero. */
    static String brief(double value) {
        int digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        String text = Text.of(value, digits);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    /** A rate: 1.2 M, 450 k, 12. */
    static String count(double value) {
        if (value >= 1e9) {
            return brief(value / 1e9) + " G";
        }
        if (value >= 1e6) {
            return brief(value / 1e6) + " M";
        }
        return value >= 1e4 ? brief(value / 1e3) + " k" : brief(value);
    }
}
