package dev.varve.tools;

import dev.varve.segments.Finding;
import dev.varve.segments.SegmentPlace;
import dev.varve.segments.StoreSurvey;
import dev.varve.segments.TableSurvey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks a store's files, byte by byte. */
@Command(
        name = "verify",
        description = {
            "Reads every file of a store and checks every checksum, and that files and records agree with each other.",
            "Opens no store and changes nothing, so it works on a broken store, and beside a program that has it open."
        },
        footer = {
            "",
            "Each problem is one line: file, offset, what was expected there and what was found. A line that begins with",
            "'note' is no problem: the next opening of the store puts it right.",
            "",
            "Exit codes: 0 nothing wrong, 1 no store, no such table or a problem found, 2 wrong usage.",
            "",
            "Examples:",
            "  varve verify --drive /mnt/a --drive /mnt/b",
            "  varve verify --drive /mnt/a --table notes"
        })
final class VerifyCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private DriveArguments drives;

    @Spec
    private CommandSpec spec;

    @Option(names = "--table", paramLabel = "NAME", description = "Only the files of this table. Default: all.")
    private String table;

    @Option(names = "--no-progress", description = "Show no progress bar.")
    private boolean noProgress;

    private Progress progress;
    private long problems;

    VerifyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (table != null) {
            TableArgument.check(table, spec);
        }
        StoreSurvey survey = drives.survey();
        if (table != null && survey.table(table).isEmpty()) {
            throw new Failure("no table " + table);
        }
        List<TableSurvey> tables = survey.tables().stream()
                .filter(each -> table == null || each.name().equals(table))
                .toList();
        try (Progress shown = terminal.progress(!noProgress, total(tables))) {
            progress = shown;
            survey.findings().forEach(this::report);
            Verification verification = new Verification(this::report, progress);
            for (TableSurvey each : tables) {
                verification.verify(each);
            }
            progress.clear();
            terminal.out().line(verification.summary(problems, progress.time()));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        terminal.out().flush();
        return problems == 0 ? 0 : 1;
    }

    private void report(Finding finding) {
        progress.clear();
        problems += finding.isProblem() ? 1 : 0;
        try {
            terminal.out().line((finding.isProblem() ? "" : "note ") + finding);
            terminal.out().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long total(List<TableSurvey> tables) {
        long bytes = 0;
        for (TableSurvey each : tables) {
            for (SegmentPlace place : each.segments()) {
                bytes += lengthOf(place.path());
            }
            for (TableSurvey.IndexPlace index : each.indexes()) {
                bytes += lengthOf(index.folder().index(index.number()));
            }
        }
        return bytes;
    }

    /** 0 if it has left meanwhile. */
    private static long lengthOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}
