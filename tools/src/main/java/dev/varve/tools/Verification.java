package dev.varve.tools;

import dev.varve.internal.KeyHasher;
import dev.varve.segments.Finding;
import dev.varve.segments.KeyHash;
import dev.varve.segments.SegmentPlace;
import dev.varve.segments.SegmentVerify;
import dev.varve.segments.TableMeta;
import dev.varve.segments.TableSurvey;
import java.time.Duration;
import java.util.function.Consumer;

/** Verifies tables one after the other, and counts what was looked at. */
final class Verification {
    private final SegmentVerify segments;
    private final Progress progress;
    private long bytes;
    private long files;
    private long values;

    Verification(Consumer<Finding> findings, Progress progress) {
        this.progress = progress;
        segments = new SegmentVerify(findings, this::read);
    }

    private void read(long moreBytes) {
        bytes += moreBytes;
        progress.add(moreBytes);
    }

    void verify(TableSurvey table) {
        TableMeta meta = table.meta().orElse(null);
        KeyHash hasher = meta == null ? null : new KeyHasher(meta.hashSeed())::hash;
        for (SegmentPlace place : table.segments()) {
            SegmentVerify.Result result = segments.verify(place, meta, hasher);
            if (result.state() != SegmentVerify.State.GONE) {
                files++;
                values += result.totals().valueCount();
            }
        }
    }

    String summary(long problems, Duration time) {
        return (problems == 0 ? "no problems" : Units.count(problems, "problems")) + ": "
                + Units.count(files, "segments") + ", " + Units.count(values, "values") + ", " + Units.bytes(bytes)
                + " read in " + Units.span(time);
    }
}
