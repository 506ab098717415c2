package dev.varve.tools;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root command. Exit codes: 0 for success, 1 for a failure, 2 for wrong usage. */
@Command(
        name = "varve",
        description = "Looks into a Varve store, even a broken one.",
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
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"varve " + (version == null ? "development" : version)};
        }
    }
}
