package dev.varve.bench;

import dev.varve.bench.page.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Pictures of results. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Makes one HTML page, which needs no network and follows light and dark, and a PNG of each plot, from files that "
                    + "other commands wrote with --json.",
            "Example: varve-bench ingest --stores varve,rocksdb-fifo,lmdb --json run.json && varve-bench report run.json"
        })
final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RESULT", arity = "1..*", description = "Files written with --json.")
    private List<Path> results;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "report",
            description = "Where page and pictures go (default: ${DEFAULT-VALUE}).")
    private Path out;

    @Override
    public Integer call() throws IOException {
        // There may be no screen, and none is needed.
        System.setProperty("java.awt.headless", "true");
        for (Path file : new Page(results).write(out)) {
            spec.commandLine().getOut().println(file);
        }
        return 0;
    }
}
