package dev.varve.tools;

import dev.varve.segments.FileSystem;
import dev.varve.segments.SegmentLook;
import dev.varve.segments.SegmentPlace;
import dev.varve.segments.TableMeta;
import dev.varve.segments.TableSurvey;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * One table, as it is reported: what its segments hold and when that expires.
 *
 * @param unreadable segment files that could not be read, one line each
 */
record TableReport(
        TableSurvey survey, List<SegmentReport> segments, List<String> unreadable, int indexFiles, long indexBytes) {

    /** Looks at every segment of a table. */
    static TableReport of(TableSurvey survey, SegmentLook look, Progress progress) {
        Expiry expiry = Expiry.of(survey.meta());
        TableMeta meta = survey.meta().orElse(null);
        List<SegmentReport> segments = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        for (SegmentPlace place : survey.segments()) {
            try {
                SegmentLook.Summary summary = look.summary(place, meta);
                if (summary.state() != SegmentLook.State.GONE) {
                    Optional<Instant> expires =
                            expiry.ofSegment(summary.totals().times());
                    segments.add(new SegmentReport(place, summary, expires));
                }
            } catch (IOException e) {
                unreadable.add(Reasons.of(place.path(), e));
            }
            progress.addOne();
        }
        return new TableReport(survey, segments, unreadable, survey.indexes().size(), indexBytes(survey));
    }

    private static long indexBytes(TableSurvey survey) {
        long bytes = 0;
        for (TableSurvey.IndexPlace index : survey.indexes()) {
            try {
                FileSystem fileSystem = index.folder().drive().fileSystem();
                bytes += fileSystem.length(index.folder().index(index.number()));
            } catch (IOException e) {
                // Replaced by a newer one meanwhile.
                continue;
            }
        }
        return bytes;
    }

    String name() {
        return survey.name();
    }

    /** Empty where the metadata is lost; zero: never. */
    Optional<Duration> ttl() {
        return survey.meta()
                .map(meta -> Duration.ofMillis(Expiry.of(Optional.of(meta)).ttlMillis()));
    }

    String ttlText() {
        return ttl().map(Units::ttl).orElse("unknown");
    }

    /** 0: none. */
    long maxBytes() {
        return survey.meta()
                .map(meta -> meta.options().getOrDefault("maxBytes", 0L))
                .orElse(0L);
    }

    long values() {
        return sum(each -> each.totals().valueCount());
    }

    long keyBytes() {
        return sum(each -> each.totals().keyBytes());
    }

    long valueBytes() {
        return sum(each -> each.totals().valueBytes());
    }

    long diskBytes() {
        return sum(SegmentReport::fileLength);
    }

    private long sum(ToLongFunction<SegmentReport> number) {
        return segments.stream().mapToLong(number).sum();
    }

    long count(String state) {
        return segments.stream().filter(each -> each.state().equals(state)).count();
    }

    /** Bytes of files in which every value has expired, so that the store would give them back. */
    long expiredBytes(long nowMillis) {
        return segments.stream()
                .filter(each -> each.isExpired(nowMillis))
                .mapToLong(SegmentReport::fileLength)
                .sum();
    }

    /** Bytes of files whose last value expires after one moment and not after another. */
    long bytesExpiring(long afterMillis, long untilMillis) {
        return expiring()
                .filter(each -> each.expires().orElseThrow().toEpochMilli() > afterMillis
                        && each.expires().orElseThrow().toEpochMilli() <= untilMillis)
                .mapToLong(SegmentReport::fileLength)
                .sum();
    }

    private Stream<SegmentReport> expiring() {
        return segments.stream().filter(each -> each.expires().isPresent());
    }

    /** The segment that goes next; empty if none ever does. */
    Optional<SegmentReport> next(long nowMillis) {
        return expiring()
                .filter(each -> !each.isExpired(nowMillis))
                .min(Comparator.comparing(each -> each.expires().orElseThrow()));
    }

    Optional<Instant> oldest() {
        return segments.stream().flatMap(each -> each.firstPut().stream()).min(Comparator.naturalOrder());
    }

    Optional<Instant> newest() {
        return segments.stream().flatMap(each -> each.lastPut().stream()).max(Comparator.naturalOrder());
    }
}
