package dev.varve.segments;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The names of a store's files. What does not match is not ours: it is left alone. */
final class FileNames {
    static final String SEGMENT_SUFFIX = ".segment";
    static final String INDEX_SUFFIX = ".index";
    static final String SPARE_SUFFIX = ".spare";

    private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern DROPPED = Pattern.compile("[A-Za-z0-9_-]{1,64}\\.dropped-(\\d{1,10})");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,20}\\.");
    private static final int SEGMENT_DIGITS = 20;

    private FileNames() {}

    /** Padded, so that names sort as their numbers do. */
    static String segment(long sequence) {
        String digits = Long.toString(sequence);
        return "0".repeat(SEGMENT_DIGITS - digits.length()) + digits + SEGMENT_SUFFIX;
    }

    static String index(long number) {
        return number + INDEX_SUFFIX;
    }

    static String spare(long number) {
        return number + SPARE_SUFFIX;
    }

    /** The number in a name with this suffix, if it is the name that we give to that number. */
    static OptionalLong number(String name, String suffix) {
        if (!name.endsWith(suffix) || !NUMBER.matcher(name).lookingAt()) {
            return OptionalLong.empty();
        }
        String digits = name.substring(0, name.length() - suffix.length());
        try {
            long number = Long.parseLong(digits);
            String own = suffix.equals(SEGMENT_SUFFIX) ? segment(number) : number + suffix;
            return own.equals(name) ? OptionalLong.of(number) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
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
        return DROPPED.matcher(name).matches();
    }
}
