package dev.varve.tools;

import dev.varve.segments.TableMetaStore;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which table is meant. */
final class TableArgument {
    private static final String DEFAULT = "default";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private String name = DEFAULT;

    @Option(names = "--table", paramLabel = "NAME", description = "The table. Default: " + DEFAULT + ".")
    private void name(String given) {
        name = check(given, spec);
    }

    String name() {
        return name;
    }

    /** A name that no table can have is wrong usage. */
    static String check(String name, CommandSpec spec) {
        if (!TableMetaStore.isName(name)) {
            throw new ParameterException(
                    spec.commandLine(), "'" + name + "' can be no table; valid: 1 to 64 of A-Z a-z 0-9 _ -");
        }
        return name;
    }
}
