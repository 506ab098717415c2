package dev.varve.bench;

import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.subject.VarveSubject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root command. Exit codes: 0 for success, 1 for a failure, 2 for wrong usage. */
@Command(
        name = "varve-bench",
        description = "Measures Varve and its peers next to what the device can do.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec;

    /**
     * Runs the command and ends the JVM with its exit code.
     *
     * @param args the command line
     */
    public static void main(String... args) {
        System.exit(commandLine(VarveSubject::open).execute(args));
    }

    static CommandLine commandLine(SubjectOpener opener) {
        CommandLine line = new CommandLine(new Main());
        line.addSubcommand(new IngestCommand(opener));
        line.addSubcommand(new LimitCommand());
        line.addSubcommand(new SmallCommand(opener));
        line.addSubcommand(new ReadCommand(opener));
        line.addSubcommand(new FillCommand(opener));
        line.addSubcommand(new RoundupCommand(opener));
        line.addSubcommand(new BillionsCommand(opener));
        line.addSubcommand(new OpenCommand());
        line.addSubcommand(new IndexCommand());
        line.addSubcommand(new ReportCommand());
        line.addSubcommand(new OpenChildCommand(opener));
        line.addSubcommand(new OpsChildCommand());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        for (CommandLine each : line.getSubcommands().values()) {
            each.setUsageHelpAutoWidth(true);
            StoresOption.explain(each.getCommandSpec());
            each.addMixin("config", new ConfigOption());
        }
        Quantities.register(line);
        line.setParameterExceptionHandler(Main::usage);
        line.setExecutionExceptionHandler(Main::failure);
        return line;
    }

    private static int usage(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        String problem = e instanceof UnmatchedArgumentException unknown
                ? unmatched(unknown)
                : e.getMessage().lines().findFirst().orElse("wrong usage");
        line.getErr()
                .println("varve-bench: " + problem + " (see "
                        + line.getCommandSpec().qualifiedName() + " --help)");
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String unmatched(UnmatchedArgumentException e) {
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        boolean root = spec.parent() == null;
        Collection<String> valid = root
                ? commands(spec)
                : spec.options().stream().map(OptionSpec::longestName).sorted().toList();
        return "unknown " + (root ? "command" : "option") + " '"
                + e.getUnmatched().get(0) + "'; valid: " + String.join(", ", valid);
    }

    private static List<String> commands(CommandSpec spec) {
        return spec.subcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static int failure(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
        line.getErr().println("varve-bench: " + reason(e));
        return line.getCommandSpec().exitCodeOnExecutionException();
    }

    private static String reason(Throwable e) {
        if (e instanceof Failure) {
            return e.getMessage();
        }
        if (e instanceof UncheckedIOException) {
            return reason(e.getCause());
        }
        String text =
                e.getMessage() == null ? "" : e.getMessage().lines().findFirst().orElse("");
        if (e instanceof IOException && e.getClass().equals(IOException.class)) {
            return text;
        }
        return e.getClass().getSimpleName() + (text.isEmpty() ? "" : ": " + text);
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "missing command; valid: " + String.join(", ", commands(spec)));
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"varve-bench " + (version == null ? "development" : version)};
        }
    }
}
