package dev.varve.bench;

import dev.varve.bench.load.ValueShape;
import dev.varve.bench.rival.Stores;
import dev.varve.bench.subject.StoreKind;
import java.math.BigDecimal;
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

/** Sizes, counts and durations on the command line. */
final class Quantities {
    private static final Pattern NUMBER = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([a-zA-Z]*)");
    private static final Map<String, Long> SIZES = new LinkedHashMap<>();
    private static final Map<String, Long> COUNTS = Map.of("", 1L, "k", 1_000L, "m", 1_000_000L, "g", 1_000_000_000L);
    private static final Map<String, Long> TIMES = new LinkedHashMap<>();

    static {
        SIZES.put("", 1L);
        SIZES.put("b", 1L);
        long binary = 1;
        long decimal = 1;
        for (String prefix : new String[] {"k", "m", "g", "t"}) {
            binary <<= 10;
            decimal *= 1000;
            SIZES.put(prefix, binary);
            SIZES.put(prefix + "ib", binary);
            SIZES.put(prefix + "b", decimal);
        }
        TIMES.put("", 1_000_000_000L);
        TIMES.put("ms", 1_000_000L);
        TIMES.put("s", 1_000_000_000L);
        TIMES.put("m", 60_000_000_000L);
        TIMES.put("min", 60_000_000_000L);
        TIMES.put("h", 3_600_000_000_000L);
        TIMES.put("d", 86_400_000_000_000L);
    }

    private Quantities() {}

    static void register(CommandLine line) {
        line.registerConverter(Size.class, new SizeConverter());
        line.registerConverter(
                StoreKind.class,
                name -> Stores.find(name)
                        .orElseThrow(() -> new TypeConversionException(
                                "there is no store '" + name + "'; valid: " + String.join(", ", Stores.names()))));
        line.registerConverter(Count.class, new CountConverter());
        line.registerConverter(ValueShape.class, new ValueShapeConverter());
        line.registerConverter(Duration.class, new DurationConverter());
    }

    /** A number of bytes. */
    record Size(long bytes) {}

    /** A number of things. */
    record Count(long value) {}

    static final class SizeConverter implements ITypeConverter<Size> {
        @Override
        public Size convert(String text) {
            return new Size(parse(text, SIZES, "a number of bytes or of KiB, MiB, GiB, KB, MB, GB, such as 2MiB"));
        }
    }

    static final class ValueShapeConverter implements ITypeConverter<ValueShape> {
        private static final String VALID = "a number of bytes or of KiB, MiB, GiB, KB, MB, GB, such as 2MiB, or "
                + "uniform:1KiB-2MiB, or list:4KiB*9,2MiB*1";

        @Override
        public ValueShape convert(String text) {
            List<ValueShape.Part> parts = new ArrayList<>();
            if (text.startsWith("uniform:")) {
                String[] ends = text.substring("uniform:".length()).split("-", 2);
                int least = bytes(ends[0]);
                parts.add(new ValueShape.Part(least, bytes(ends[ends.length - 1]), 1));
            } else if (text.startsWith("list:")) {
                for (String each : text.substring("list:".length()).split(",")) {
                    String[] sides = each.split("\\*", 2);
                    int bytes = bytes(sides[0]);
                    long weight = sides.length == 1 ? 1 : parse(sides[1], COUNTS, VALID);
                    parts.add(new ValueShape.Part(bytes, bytes, weight));
                }
            } else {
                int bytes = bytes(text);
                parts.add(new ValueShape.Part(bytes, bytes, 1));
            }
            for (ValueShape.Part part : parts) {
                if (part.least() > part.most() || part.weight() <= 0) {
                    throw new TypeConversionException("'" + text + "' is not valid; valid: " + VALID);
                }
            }
            return new ValueShape(text, List.copyOf(parts), 0);
        }

        private static int bytes(String text) {
            return (int) Math.min(Integer.MAX_VALUE, parse(text, SIZES, VALID));
        }
    }

    static final class CountConverter implements ITypeConverter<Count> {
        @Override
        public Count convert(String text) {
            return new Count(parse(text, COUNTS, "a whole number, with k, M or G for thousands, such as 50M"));
        }
    }

    static final class DurationConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return Duration.ofNanos(parse(text, TIMES, "seconds, or a number with ms, s, m, h or d, such as 10s"));
        }
    }

    private static long parse(String text, Map<String, Long> units, String valid) {
        Matcher matcher = NUMBER.matcher(text.strip());
        if (matcher.matches()) {
            Long unit = units.get(matcher.group(2).toLowerCase(Locale.ROOT));
            if (unit != null) {
                try {
                    return new BigDecimal(matcher.group(1))
                            .multiply(BigDecimal.valueOf(unit))
                            .toBigInteger()
                            .longValueExact();
                } catch (ArithmeticException e) {
                    throw new TypeConversionException("'" + text + "' is too large; valid: " + valid);
                }
            }
        }
        throw new TypeConversionException("'" + text + "' is not valid; valid: " + valid);
    }
}
