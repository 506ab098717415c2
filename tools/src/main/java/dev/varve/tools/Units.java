package dev.varve.tools;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes and durations as people write and read them. */
final class Units {
    private static final Pattern SIZE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([a-zA-Z]*)");
    private static final Pattern SPAN = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([a-zA-Z]+) ?");
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final Map<String, Long> SIZES = new LinkedHashMap<>();
    private static final Map<String, Long> SPANS = new LinkedHashMap<>();

    static {
        SIZES.put("", 1L);
        SIZES.put("b", 1L);
        long binary = 1;
        long decimal = 1;
        for (String prefix : new String[] {"k", "m", "g", "t", "p"}) {
            binary <<= 10;
            decimal *= 1000;
            SIZES.put(prefix, binary);
            SIZES.put(prefix + "ib", binary);
            SIZES.put(prefix + "b", decimal);
        }
        SPANS.put("d", 86_400_000L);
        SPANS.put("h", 3_600_000L);
        SPANS.put("min", 60_000L);
        SPANS.put("m", 60_000L);
        SPANS.put("s", 1_000L);
        SPANS.put("ms", 1L);
    }

    private Units() {}

    static void register(CommandLine line) {
        line.registerConverter(Size.class, new SizeConverter());
        line.registerConverter(Duration.class, new DurationConverter());
    }

    /** A number of bytes on the command line. */
    record Size(long bytes) {}

    /** Reads sizes. */
    private static final class SizeConverter implements ITypeConverter<Size> {
        @Override
        public Size convert(String text) {
            Matcher matcher = SIZE.matcher(text.strip());
            Long unit = matcher.matches() ? SIZES.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
            if (unit == null) {
                throw new TypeConversionException(
                        "'" + text + "' is no size; valid: a number of bytes, or of KiB, MiB, GiB, TiB, such as 1GiB");
            }
            return new Size(product(matcher.group(1), unit, text));
        }
    }

    /** Reads durations. */
    private static final class DurationConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            String given = text.strip().toLowerCase(Locale.ROOT);
            if (given.equals("never") || given.equals("0")) {
                return Duration.ZERO;
            }
            Matcher matcher = SPAN.matcher(given);
            long millis = 0;
            int at = 0;
            while (at < given.length() && matcher.region(at, given.length()).lookingAt()) {
                Long unit = SPANS.get(matcher.group(2));
                if (unit == null) {
                    break;
                }
                millis = sum(millis, product(matcher.group(1), unit, text), text);
                at = matcher.end();
            }
            if (at == 0 || at < given.length()) {
                throw new TypeConversionException("'" + text
                        + "' is no duration; valid: numbers with d, h, m, s or ms, such as 14d or 1h30m, or never");
            }
            return Duration.ofMillis(millis);
        }
    }

    private static long product(String number, long unit, String text) {
        BigDecimal product = new BigDecimal(number).multiply(BigDecimal.valueOf(unit));
        if (product.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new TypeConversionException("'" + text + "' is too large");
        }
        return product.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    private static long sum(long a, long b, String text) {
        if (a + b < 0) {
            throw new TypeConversionException("'" + text + "' is too large");
        }
        return a + b;
    }

    /** As in {@code 1.2 GiB}. */
    static String bytes(long bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= 999.5 && unit < BINARY.length - 1) {
            value /= 1024;
            unit++;
        }
        boolean whole = unit == 0 || value >= 99.95;
        return String.format(Locale.ROOT, whole ? "%.0f %s" : "%.1f %s", value, BINARY[unit]);
    }

    /** As in {@code 1,234,567}. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** As in {@code 1,234 values}; one thing is named without the last letter. */
    static String count(long number, String things) {
        return count(number) + " " + (number == 1 ? things.substring(0, things.length() - 1) : things);
    }

    /** The two largest units that matter, as in {@code 13d 4h}. */
    static String span(Duration duration) {
        long left = duration.toMillis();
        if (left < 1000) {
            return left + "ms";
        }
        List<String> parts = new ArrayList<>();
        for (String unit : new String[] {"d", "h", "m", "s"}) {
            long length = SPANS.get(unit);
            if (left >= length && parts.size() < 2) {
                parts.add(left / length + unit);
                left %= length;
            } else if (!parts.isEmpty()) {
                break;
            }
        }
        return String.join(" ", parts);
    }

    /** A time to live; zero is never. */
    static String ttl(Duration ttl) {
        return ttl.isZero() ? "never" : span(ttl);
    }
}
