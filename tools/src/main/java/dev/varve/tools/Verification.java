package dev.varve.tools;

import dev.varve.CorruptionException;
import dev.varve.internal.IndexFileVerify;
import dev.varve.internal.KeyHasher;
import dev.varve.segments.Finding;
import dev.varve.segments.KeyHash;
import dev.varve.segments.SegmentPlace;
import dev.varve.segments.SegmentVerify;
import dev.varve.segments.TableMeta;
import dev.varve.segments.TableSurvey;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** Verifies tables one after the other, and counts what was looked at. */
final class Verification {
    private final SegmentVerify segments;
    private final IndexFileVerify indexes = new IndexFileVerify(this::read);
    private final Consumer<Finding> findings;
    private final Progress progress;
    private long bytes;
    private long files;
    private long indexFiles;
    private long values;

    Verification(Consumer<Finding> findings, Progress progress) {
        this.progress = progress;
        this.findings = findings;
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
        for (TableSurvey.IndexPlace index : table.indexes()) {
            verify(index, meta);
        }
    }

    private void verify(TableSurvey.IndexPlace index, TableMeta meta) {
        Path path = index.folder().index(index.number());
        try {
            indexes.verify(index.folder(), index.number(), meta);
            indexFiles++;
        } catch (NoSuchFileException e) {
            // Its segments expired meanwhile, or a newer file took its place.
            return;
        } catch (CorruptionException e) {
            findings.accept(new Finding(Finding.Kind.PROBLEM, path, e.offset(), e.expected(), e.found()));
        } catch (IOException e) {
            String found = Reasons.of(e);
            findings.accept(new Finding(Finding.Kind.PROBLEM, path, Finding.WHOLE, "a readable index file", found));
        }
    }

    String summary(long problems, Duration time) {
        return (problems == 0 ? "no problems" : Units.count(problems, "problems")) + ": "
                + Units.count(files, "segments") + ", " + Units.count(indexFiles, "index files") + ", "
                + Units.count(values, "values") + ", " + Units.bytes(bytes)
                + " read in " + Units.span(time);
    }
}
