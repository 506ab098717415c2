package dev.varve.internal;

import dev.varve.OptionsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Gathers everything that is wrong with a set of options, so that its user learns of all of it at once. For one thread. */
public final class OptionProblems {
    private final String type;
    private final List<String> problems = new ArrayList<>();

    public OptionProblems(String type) {
        this.type = type;
    }

    /**
     * The duration in milliseconds, rounded down; one too long for a long counts as the longest or shortest, and only zero
     * itself as zero, which often means something else than very short.
     */
    public static long saturatedMillis(Duration duration) {
        try {
            long millis = duration.toMillis();
            return millis == 0 && !duration.isZero() ? (duration.isNegative() ? -1 : 1) : millis;
        } catch (ArithmeticException e) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    public void checkRange(String name, long value, long min, long max) {
        if (value < min || value > max) {
            problems.add(name + " must be " + min + " to " + max + ", was " + value);
        }
    }

    /** Checks an option that may be absent. */
    public void checkRange(String name, Map<String, Long> options, long min, long max) {
        Long value = options.get(name);
        if (value != null) {
            checkRange(name, value, min, max);
        }
    }

    /** Checks an option that may be absent or zero. */
    public void checkZeroOrRange(String name, Map<String, Long> options, long min, long max) {
        Long value = options.get(name);
        if (value != null && value != 0 && (value < min || value > max)) {
            problems.add(name + " must be 0 or " + min + " to " + max + ", was " + value);
        }
    }

    public void checkDuration(String name, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            problems.add(name + " must be " + min + " to " + max + ", was " + value);
        }
    }

    public void checkDistinct(String name, Collection<?> values) {
        if (new HashSet<>(values).size() < values.size()) {
            problems.add(name + " must differ, were " + values);
        }
    }

    public void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new OptionsException(type, problems);
        }
    }
}
