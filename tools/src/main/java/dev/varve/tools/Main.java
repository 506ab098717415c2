package dev.varve.tools;

import dev.varve.StoreClock;
import dev.varve.internal.SystemClock;
import dev.varve.tools.Terminal.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root command. Exit codes: 0 for success, 1 for not found or a problem, 2 for wrong usage. */
@Command(
        name = "varve",
        description = "Puts values into a Varve store, gets them out, and looks into the store, even a broken one.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Sizes are numbers of bytes, or such as 64MiB or 1GiB; times are such as 10s, 1h30m or 14d.",
            "'varve COMMAND --help' shows a command's options and examples. JAVA_OPTS holds options for Java.",
            "",
            "Exit codes: 0 done, 1 not found or a problem, 2 wrong usage."
        })
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec;

    /**
     * Runs the command and ends the JVM with its exit code.
     *
     * @param args the command line
     */
    public static void main(String... args) {
        LogLines.oneLineEach();
        Terminal terminal = new Terminal(Streams.ofProcess(), SystemClock.INSTANCE, Terminal.isConsole());
        System.exit(run(terminal, args));
    }

    /**
     * Runs a command inside this JVM.
     *
     * @return the exit code
     */
    public static int run(String[] args, OutputStream out, OutputStream err) {
        Streams streams = new Streams(InputStream.nullInputStream(), out, err);
        return run(new Terminal(streams, SystemClock.INSTANCE, false), args);
    }

    static int run(Streams streams, StoreClock clock, String... args) {
        return run(new Terminal(streams, clock, false), args);
    }

    private static int run(Terminal terminal, String... args) {
        int code;
        try {
            code = commandLine(terminal).execute(args);
        } catch (Error e) {
            terminal.say(Reasons.of(e));
            code = CommandLine.ExitCode.SOFTWARE;
        }
        try {
            terminal.out().flush();
        } catch (IOException e) {
            code = failure(e, terminal);
        }
        terminal.err().flush();
        return code;
    }

    private static CommandLine commandLine(Terminal terminal) {
        CommandLine line = new CommandLine(new Main());
        line.addSubcommand(new IngestCommand(terminal));
        line.addSubcommand(new PutCommand(terminal));
        line.addSubcommand(new GetCommand(terminal));
        line.addSubcommand(new LsCommand(terminal));
        line.addSubcommand(new InfoCommand(terminal));
        line.addSubcommand(new VerifyCommand(terminal));
        for (CommandLine each : line.getSubcommands().values()) {
            each.getCommandSpec().mixinStandardHelpOptions(true);
        }
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(100);
        line.setOut(new PrintWriter(terminal.out(), false, StandardCharsets.UTF_8));
        line.setErr(terminal.err());
        Units.register(line);
        line.setParameterExceptionHandler((e, args) -> usage(e, terminal));
        line.setExecutionExceptionHandler((e, each, parsed) -> failure(e, terminal));
        return line;
    }

    private static int usage(ParameterException e, Terminal terminal) {
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        String problem = e instanceof UnmatchedArgumentException unknown
                ? unmatched(unknown, spec)
                : e.getMessage().lines().findFirst().orElse("wrong usage");
        terminal.say(problem + " (see " + spec.qualifiedName() + " --help)");
        return CommandLine.ExitCode.USAGE;
    }

    private static String unmatched(UnmatchedArgumentException e, CommandSpec spec) {
        boolean root = spec.parent() == null;
        Collection<String> valid = root
                ? spec.subcommands().keySet()
                : spec.options().stream().map(OptionSpec::longestName).sorted().toList();
        return "unknown " + (root ? "command" : "argument") + " '"
                + e.getUnmatched().get(0) + "'; valid: " + String.join(", ", valid);
    }

    private static int failure(Exception e, Terminal terminal) {
        if (!(e instanceof Output.ClosedException closed && closed.isReaderGone())) {
            terminal.say(Reasons.of(e));
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "missing command; valid: "
                        + String.join(", ", spec.subcommands().keySet()));
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"varve " + (version == null ? "development" : version)};
        }
    }
}
