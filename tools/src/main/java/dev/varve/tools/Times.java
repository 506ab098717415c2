package dev.varve.tools;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Moments for people: in the machine's time zone, and how far away. */
final class Times {
    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private Times() {}

    static String local(Instant moment) {
        return LOCAL.format(moment);
    }

    /** As in {@code 2026-11-30 20:50:07 (3h 5m ago)}. */
    static String relative(Instant moment, long nowMillis) {
        long distance = moment.toEpochMilli() - nowMillis;
        String span = Units.span(Duration.ofMillis(Math.abs(distance)));
        return local(moment) + (distance > 0 ? " (in " + span + ")" : " (" + span + " ago)");
    }
}
