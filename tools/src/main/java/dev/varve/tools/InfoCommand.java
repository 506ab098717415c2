package dev.varve.tools;

import dev.varve.segments.Finding;
import dev.varve.segments.SegmentLook;
import dev.varve.segments.StoreSurvey;
import dev.varve.segments.TableSurvey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tells what a store holds, from its files alone. */
@Command(
        name = "info",
        description = {
            "Tells what a store holds: drives, tables, segments, their ages, and what expires when.",
            "Opens no store and changes nothing, so it works on a broken store, and beside a program that has it open."
        },
        footer = {
            "",
            "Sealed segments are told by their seals; of those being written the keys are read. verify checks everything.",
            "",
            "Exit codes: 0 done, 1 no store, no such table or a problem found, 2 wrong usage.",
            "",
            "Examples:",
            "  varve info --drive /mnt/a --drive /mnt/b",
            "  varve info --drive /mnt/a --table notes --segments",
            "  varve info --drive /mnt/a --json | jq '.tables[].values'"
        })
final class InfoCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private DriveArguments drives;

    @Spec
    private CommandSpec spec;

    @Option(names = "--table", paramLabel = "NAME", description = "Only this table. Default: all.")
    private String table;

    @Option(names = "--segments", description = "List every segment too.")
    private boolean segments;

    @Option(names = "--json", description = "As one JSON object.")
    private boolean json;

    @Option(names = "--no-progress", description = "Show no progress bar.")
    private boolean noProgress;

    InfoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (table != null) {
            TableArgument.check(table, spec);
        }
        StoreSurvey survey = drives.survey();
        List<TableReport> tables = new ArrayList<>();
        try (Progress progress = terminal.progress(!noProgress, 0)) {
            SegmentLook look = new SegmentLook();
            for (TableSurvey each : survey.tables()) {
                if (table == null || each.name().equals(table)) {
                    tables.add(TableReport.of(each, look, progress));
                }
            }
        }
        if (table != null && tables.isEmpty()) {
            throw new Failure("no table " + table);
        }
        StoreReport report = new StoreReport(survey, tables, terminal.clock().wallMillis());
        if (json) {
            new JsonReport(terminal.out()).store(report, segments);
        } else {
            new TextReport(terminal.out()).store(report, segments);
        }
        terminal.out().flush();
        boolean problem = survey.findings().stream().anyMatch(Finding::isProblem)
                || tables.stream().anyMatch(each -> !each.unreadable().isEmpty());
        return problem ? 1 : 0;
    }
}
