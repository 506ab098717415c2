package dev.varve.bench;

import dev.varve.bench.rival.Stores;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.SubjectOpener;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What is measured: one store, or several in turns. */
final class StoresOption {
    /** For the help. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stores.names().iterator();
        }
    }

    @Option(
            names = "--store",
            paramLabel = "NAME",
            description =
                    "What to measure; CONTROL is a bare log without any guarantee, which shows what the measuring "
                            + "itself costs (default: varve).")
    private String store;

    @Option(
            names = "--stores",
            paramLabel = "NAME,...",
            description =
                    "Several stores to measure in turns, each in a JVM of its own; 'all', or 'rivals' for all but "
                            + "varve and control.")
    private String stores;

    /**
     * {@return what was chosen, in that order; Varve if nothing was} Wrong usage is reported with what is valid.
     *
     * @param spec of the command
     */
    List<StoreKind> kinds(CommandSpec spec) {
        if (store != null && stores != null) {
            throw new ParameterException(spec.commandLine(), "--store and --stores exclude each other");
        }
        List<StoreKind> chosen;
        try {
            chosen = Stores.resolve(stores != null ? stores : store != null ? store : Stores.VARVE);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), (stores != null ? "--stores: " : "--store: ") + e.getMessage());
        }
        if (stores == null && chosen.size() > 1) {
            throw new ParameterException(spec.commandLine(), "--store takes one name; see --stores");
        }
        return chosen;
    }

    /** {@return whether each store runs in a JVM of its own: several do, and a rival alone, for the flags it needs} */
    boolean isSeveral() {
        return stores != null
                || store != null && !store.equalsIgnoreCase(Stores.VARVE) && !store.equalsIgnoreCase(Stores.CONTROL);
    }

    /** Adds to a command's help how each store is set up, if it takes stores. */
    static void explain(CommandSpec spec) {
        if (spec.findOption("--stores") == null) {
            return;
        }
        List<String> lines = new ArrayList<>(List.of("", "The stores:"));
        for (StoreKind kind : Stores.all()) {
            lines.add("  " + kind.name() + ": " + kind.settings());
        }
        spec.usageMessage().footer(lines.toArray(String[]::new));
    }

    /** {@return what opens a kind; tests replace Varve's} */
    static SubjectOpener opener(StoreKind kind, SubjectOpener varve) {
        return kind.name().equals(Stores.VARVE) ? varve : kind.opener();
    }
}
