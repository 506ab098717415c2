package dev.varve.tools;

import dev.varve.segments.DriveSurvey;
import dev.varve.segments.Finding;
import dev.varve.segments.Space;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes a store's report for people. */
final class TextReport {
    private static final Duration[] HORIZONS = {Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(7)};

    private final Output out;

    TextReport(Output out) {
        this.out = out;
    }

    void store(StoreReport report, boolean segments) throws IOException {
        String id = report.survey().storeId().map(Object::toString).orElse("unknown");
        out.line("store     " + id + ", " + Units.count(report.survey().drives().size(), "drives") + ", "
                + Units.count(report.survey().tables().size(), "tables"));
        for (DriveSurvey drive : report.survey().drives()) {
            drive(drive, report);
        }
        for (Map.Entry<Integer, String> each : report.survey().missing().entrySet()) {
            out.line("drive " + each.getKey() + "   MISSING, last seen at " + each.getValue());
        }
        for (TableReport table : report.tables()) {
            out.line("");
            table(table, report.nowMillis());
            if (segments) {
                segments(table);
            }
        }
        findings(report);
    }

    private void drive(DriveSurvey drive, StoreReport report) throws IOException {
        String id = drive.id().isPresent() ? Integer.toString(drive.id().getAsInt()) : "?";
        List<String> parts = new ArrayList<>();
        Space space = drive.space();
        if (space != null) {
            parts.add(Units.bytes(space.usable()) + " free of " + Units.bytes(space.total()));
        }
        parts.add(report.segmentsOn(drive).text("segments"));
        parts.add(StoreReport.sum(drive.spares()).text("spares"));
        if (!drive.leaving().isEmpty()) {
            parts.add(StoreReport.sum(drive.leaving()).text("files") + " waiting for deletion");
        }
        if (!drive.quarantined().isEmpty()) {
            parts.add(StoreReport.sum(drive.quarantined()).text("files") + " in quarantine");
        }
        out.line("drive " + id + "   " + drive.root() + ": " + String.join(", ", parts));
        if (!drive.holder().isEmpty()) {
            out.line("          in use by " + drive.holder() + ", unless that was killed");
        }
    }

    private void table(TableReport table, long now) throws IOException {
        String bound = table.maxBytes() == 0 ? "" : ", at most " + Units.bytes(table.maxBytes());
        out.line("table     " + table.name() + ": TTL " + table.ttlText() + bound);
        out.line("values    " + Units.count(table.values()) + ", keys " + Units.bytes(table.keyBytes()) + ", values "
                + Units.bytes(table.valueBytes()) + ", expired ones included until their segment leaves");
        long waiting = table.expiredBytes(now);
        out.line("on disk   " + Units.bytes(table.diskBytes()) + " in " + Units.count(table.count("sealed"))
                + " sealed, " + Units.count(table.count("active")) + " active and "
                + Units.count(table.count("empty")) + " empty segments"
                + (waiting == 0 ? "" : "; " + Units.bytes(waiting) + " of it wholly expired"));
        out.line("index     " + Units.count(table.indexFiles(), "files") + ", " + Units.bytes(table.indexBytes()));
        if (table.oldest().isPresent()) {
            out.line("oldest    " + Times.relative(table.oldest().get(), now));
            out.line("newest    " + Times.relative(table.newest().orElseThrow(), now));
        }
        expiry(table, now);
        for (String problem : table.unreadable()) {
            out.line("problem   " + problem);
        }
    }

    private void expiry(TableReport table, long now) throws IOException {
        Optional<SegmentReport> next = table.next(now);
        if (next.isEmpty()) {
            return;
        }
        Instant moment = next.get().expires().orElseThrow();
        out.line("expires   next segment " + next.get().place().sequence() + ", "
                + Units.bytes(next.get().fileLength()) + ", " + Times.relative(moment, now));
        List<String> parts = new ArrayList<>();
        for (Duration horizon : HORIZONS) {
            long bytes = table.bytesExpiring(now, now + horizon.toMillis());
            parts.add("within " + Units.span(horizon) + " " + Units.bytes(bytes));
        }
        parts.add("later " + Units.bytes(table.bytesExpiring(now + HORIZONS[2].toMillis(), Long.MAX_VALUE)));
        out.line("          " + String.join(", ", parts));
    }

    private void segments(TableReport table) throws IOException {
        out.line("%-12s %-6s %5s %12s %9s  %-19s  %-19s  %s"
                .formatted("sequence", "state", "drive", "values", "on disk", "first put", "last put", "expires"));
        for (SegmentReport each : table.segments()) {
            out.line("%-12d %-6s %5d %12s %9s  %-19s  %-19s  %s"
                    .formatted(
                            each.place().sequence(),
                            each.state(),
                            each.place().folder().drive().id(),
                            Units.count(each.totals().valueCount()),
                            Units.bytes(each.fileLength()),
                            each.firstPut().map(Times::local).orElse("-"),
                            each.lastPut().map(Times::local).orElse("-"),
                            each.expires().map(Times::local).orElse("never")));
        }
    }

    private void findings(StoreReport report) throws IOException {
        if (!report.survey().findings().isEmpty()) {
            out.line("");
        }
        for (Finding finding : report.survey().findings()) {
            out.line((finding.isProblem() ? "problem   " : "note      ") + finding);
        }
    }
}
