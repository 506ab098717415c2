package dev.varve.segments;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of a store's files. What does not match is not ours: it is left alone. */
final class FileNames {
    static final String SEGMENT_SUFFIX = ".segment";
    static final String INDEX_SUFFIX = ".index";
    static final String SPARE_SUFFIX = ".spare";

    private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern DROPPED = Pattern.compile("[A-Za-z0-9_-]{1,64}\\.dropped-(\\d{1,10})");
    private static final int DIGITS = 20;

    private FileNames() {}

    static String segment(long sequence) {
        return number(sequence) + SEGMENT_SUFFIX;
    }

    static String index(long number) {
        return number(number) + INDEX_SUFFIX;
    }

    static String spare(long number) {
        return number(number) + SPARE_SUFFIX;
    }

    private static String number(long number) {
        String digits = Long.toString(number);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }

    /** The number in a name with this suffix; empty for every other name. */
    static OptionalLong number(String name, String suffix) {
        if (name.length() != DIGITS + suffix.length() || !name.endsWith(suffix)) {
            return OptionalLong.empty();
        }
        long number = 0;
        for (int i = 0; i < DIGITS; i++) {
            int digit = name.charAt(i) - '0';
            if (digit < 0 || digit > 9 || number > (Long.MAX_VALUE - digit) / 10) {
                return OptionalLong.empty();
            }
            number = number * 10 + digit;
        }
        return OptionalLong.of(number);
    }

    /** Whether a table may have this name: the letters are right, and no folder of ours has it. */
    static boolean isTable(String name) {
        return TABLE.matcher(name).matches()
                && !name.equalsIgnoreCase(Drive.SPARE)
                && !name.equalsIgnoreCase(Drive.QUARANTINE);
    }

    static String dropped(String table, int tableId) {
        return table + ".dropped-" + Integer.toUnsignedString(tableId);
    }

    static boolean isDropped(String name) {
        Matcher matcher = DROPPED.matcher(name);
        return matcher.matches();
    }
}
