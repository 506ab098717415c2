package dev.varve.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.varve.segments.DriveSurvey;
import dev.varve.segments.DriveSurvey.FileLength;
import dev.varve.segments.Finding;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes reports as JSON. Bytes are numbers, durations are in milliseconds, moments are ISO 8601 in UTC. */
final class JsonReport {
    private final JsonGenerator json;
    private final Output out;

    JsonReport(Output out) throws IOException {
        this.out = out;
        json = new JsonFactory().createGenerator(out);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
        json.setRootValueSeparator(null);
    }

    private void endLine() throws IOException {
        json.writeRaw('\n');
        json.flush();
    }

    /** One value, in a line. */
    void key(String key, long length, Instant put, Optional<Instant> expires) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", key);
        json.writeNumberField("length", length);
        moment("put", Optional.of(put));
        moment("expires", expires);
        json.writeEndObject();
        endLine();
    }

    /** One table, in a line. */
    void table(TableReport table, long nowMillis) throws IOException {
        json.writeStartObject();
        fields(table, nowMillis);
        json.writeEndObject();
        endLine();
    }

    /** Everything, indented. */
    void store(StoreReport report, boolean segments) throws IOException {
        json.setPrettyPrinter(new DefaultPrettyPrinter());
        json.writeStartObject();
        json.writeStringField(
                "store", report.survey().storeId().map(Object::toString).orElse(null));
        json.writeStringField("time", Instant.ofEpochMilli(report.nowMillis()).toString());
        json.writeArrayFieldStart("drives");
        for (DriveSurvey drive : report.survey().drives()) {
            drive(drive, report);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("missing_drives");
        for (Map.Entry<Integer, String> each : report.survey().missing().entrySet()) {
            json.writeStartObject();
            json.writeNumberField("id", each.getKey());
            json.writeStringField("last_seen_at", each.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("tables");
        for (TableReport table : report.tables()) {
            json.writeStartObject();
            fields(table, report.nowMillis());
            if (segments) {
                segments(table);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        findings(report);
        json.writeEndObject();
        endLine();
    }

    private void drive(DriveSurvey drive, StoreReport report) throws IOException {
        json.writeStartObject();
        if (drive.id().isPresent()) {
            json.writeNumberField("id", drive.id().getAsInt());
        }
        json.writeStringField("root", drive.root().toString());
        json.writeStringField("in_use_by", drive.holder().isEmpty() ? null : drive.holder());
        if (drive.space() != null) {
            json.writeNumberField("free_bytes", drive.space().usable());
            json.writeNumberField("total_bytes", drive.space().total());
        }
        StoreReport.FilesOn segments = report.segmentsOn(drive);
        json.writeNumberField("segments", segments.count());
        json.writeNumberField("segment_bytes", segments.bytes());
        files("spares", "spare_bytes", drive.spares());
        files("deleting", "deleting_bytes", drive.leaving());
        files("quarantined", "quarantined_bytes", drive.quarantined());
        json.writeEndObject();
    }

    private void files(String count, String bytes, List<FileLength> files) throws IOException {
        json.writeNumberField(count, StoreReport.sum(files).count());
        json.writeNumberField(bytes, StoreReport.sum(files).bytes());
    }

    private void fields(TableReport table, long now) throws IOException {
        json.writeStringField("name", table.name());
        if (table.survey().meta().isPresent()) {
            int id = table.survey().meta().get().tableId();
            json.writeNumberField("id", Integer.toUnsignedLong(id));
            json.writeNumberField("ttl_ms", table.ttl().map(Duration::toMillis).orElse(0L));
            json.writeNumberField("max_bytes", table.maxBytes());
        }
        json.writeNumberField("values", table.values());
        json.writeNumberField("key_bytes", table.keyBytes());
        json.writeNumberField("value_bytes", table.valueBytes());
        json.writeNumberField("disk_bytes", table.diskBytes());
        json.writeNumberField("expired_bytes", table.expiredBytes(now));
        json.writeNumberField("segments_sealed", table.count("sealed"));
        json.writeNumberField("segments_active", table.count("active"));
        json.writeNumberField("segments_empty", table.count("empty"));
        json.writeNumberField("index_files", table.indexFiles());
        json.writeNumberField("index_bytes", table.indexBytes());
        moment("oldest_put", table.oldest());
        moment("newest_put", table.newest());
        moment("next_expiry", table.next(now).flatMap(SegmentReport::expires));
    }

    private void segments(TableReport table) throws IOException {
        json.writeArrayFieldStart("segments");
        for (SegmentReport each : table.segments()) {
            json.writeStartObject();
            json.writeNumberField("sequence", each.place().sequence());
            json.writeStringField("file", each.place().path().toString());
            json.writeStringField("state", each.state());
            json.writeNumberField("values", each.totals().valueCount());
            json.writeNumberField("key_bytes", each.totals().keyBytes());
            json.writeNumberField("value_bytes", each.totals().valueBytes());
            json.writeNumberField("disk_bytes", each.fileLength());
            moment("first_put", each.firstPut());
            moment("last_put", each.lastPut());
            moment("expires", each.expires());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void findings(StoreReport report) throws IOException {
        json.writeArrayFieldStart("problems");
        for (Finding finding : report.survey().findings()) {
            if (finding.isProblem()) {
                json.writeString(finding.toString());
            }
        }
        for (TableReport table : report.tables()) {
            for (String problem : table.unreadable()) {
                json.writeString(problem);
            }
        }
        json.writeEndArray();
    }

    private void moment(String name, Optional<Instant> moment) throws IOException {
        json.writeStringField(name, moment.map(Instant::toString).orElse(null));
    }
}
