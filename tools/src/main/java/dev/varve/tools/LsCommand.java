package dev.varve.tools;

import dev.varve.segments.Finding;
import dev.varve.segments.SegmentFileScan;
import dev.varve.segments.SegmentLook;
import dev.varve.segments.SegmentPlace;
import dev.varve.segments.StoreSurvey;
import dev.varve.segments.TableSurvey;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists tables, or the keys of one. */
@Command(
        name = "ls",
        description = {
            "Lists the tables, or with --table the live keys of one: segment by segment, in each in the order of puts.",
            "Opens no store and changes nothing, so it works beside a program that has the store open; what such a program",
            "has put but not written to its files yet is not seen."
        },
        footer = {
            "",
            "A key is shown as text, or as hex: and its bytes where it is no printable text; get takes both.",
            "",
            "Exit codes: 0 done, 1 no such table or a file could not be read, 2 wrong usage.",
            "",
            "Examples:",
            "  varve ls --drive /mnt/a --drive /mnt/b",
            "  varve ls --drive /mnt/a --table notes --long --limit 20",
            "  varve ls --drive /mnt/a --table notes --json | jq .key"
        })
final class LsCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final SegmentLook look = new SegmentLook();

    @Mixin
    private DriveArguments drives;

    @Spec
    private CommandSpec spec;

    @Option(names = "--table", paramLabel = "NAME", description = "List the keys of this table.")
    private String table;

    @Option(
            names = {"-l", "--long"},
            description = "More of each: of a table values, bytes and TTL; of a key time of put, expiry and length.")
    private boolean detailed;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after so many. Default: all.")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--json", description = "One JSON object a line.")
    private boolean json;

    private long listed;
    private JsonReport report;

    LsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (limit < 0) {
            throw new ParameterException(spec.commandLine(), "--limit must be at least 0");
        }
        if (table != null) {
            TableArgument.check(table, spec);
        }
        report = new JsonReport(terminal.out());
        StoreSurvey survey = drives.survey();
        for (Finding finding : survey.findings()) {
            if (finding.isProblem()) {
                terminal.complain(finding.toString());
            }
        }
        if (table == null) {
            for (TableSurvey each : survey.tables()) {
                if (listed++ < limit) {
                    listTable(each);
                }
            }
        } else {
            listKeys(survey.table(table).orElseThrow(() -> new Failure("no table " + table)));
        }
        terminal.out().flush();
        terminal.sumUpComplaints();
        return terminal.complaints() == 0 ? 0 : 1;
    }

    private void listTable(TableSurvey each) throws IOException {
        if (!detailed && !json) {
            terminal.out().line(each.name());
            return;
        }
        TableReport found = TableReport.of(each, look, new Progress(null, terminal.clock(), 0));
        found.unreadable().forEach(terminal::complain);
        if (json) {
            report.table(found, terminal.clock().wallMillis());
        } else {
            terminal.out()
                    .line("%12s values  %9s  %5s segments  TTL %-8s %s"
                            .formatted(
                                    Units.count(found.values()),
                                    Units.bytes(found.diskBytes()),
                                    Units.count(found.segments().size()),
                                    found.ttlText(),
                                    each.name()));
        }
    }

    private void listKeys(TableSurvey survey) throws IOException {
        Expiry expiry = Expiry.of(survey.meta());
        for (SegmentPlace place : survey.segments()) {
            try {
                boolean more = look.values(place, survey.meta().orElse(null), record -> listKey(record, expiry));
                if (!more) {
                    return;
                }
            } catch (Output.ClosedException e) {
                throw e;
            } catch (IOException e) {
                terminal.complain(Reasons.of(place.path(), e));
            }
        }
    }

    private boolean listKey(SegmentFileScan record, Expiry expiry) throws IOException {
        if (listed >= limit) {
            return false;
        }
        Optional<Instant> expires = expiry.ofRecord(record.appendMs(), record.ownTtlMs());
        if (expires.isPresent()
                && expires.get().toEpochMilli() <= terminal.clock().wallMillis()) {
            return true;
        }
        listed++;
        Instant put = Instant.ofEpochMilli(record.appendMs());
        if (json) {
            report.key(KeyText.show(record.key()), record.valueLength(), put, expires);
        } else if (detailed) {
            String until = expires.map(Times::local).orElse("never");
            terminal.out()
                    .line("%s  %-19s  %12s  %s"
                            .formatted(
                                    Times.local(put),
                                    until,
                                    Units.count(record.valueLength()),
                                    KeyText.show(record.key())));
        } else {
            terminal.out().line(KeyText.show(record.key()));
        }
        return listed < limit;
    }
}
