package dev.varve.bench;

import dev.varve.bench.child.ChildServer;
import dev.varve.bench.contest.OpsChild;
import dev.varve.bench.contest.OpsStore;
import dev.varve.bench.subject.StoreKind;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What {@code small --stores} and {@code read --stores} run in JVMs of their own. */
@Command(name = OpsStore.COMMAND, hidden = true, description = "A store of small or read, answering on its input.")
final class OpsChildCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters
    private StoreKind kind;

    @Override
    public Integer call() throws IOException {
        ChildServer server = new ChildServer(System.in, spec.commandLine().getOut());
        return server.serve(first -> new OpsChild(kind, first));
    }
}
