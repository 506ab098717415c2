package dev.varve.bench;

import dev.varve.bench.rival.Stores;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.SubjectOpener;
import picocli.CommandLine.Option;

/** What is measured: one store. */
final class StoreOption {
    @Option(
            names = "--store",
            paramLabel = "NAME",
            defaultValue = Stores.VARVE,
            description = "What to measure: VARVE; or CONTROL, a bare log without any guarantee, which shows what the "
                    + "measuring itself costs (default: ${DEFAULT-VALUE}).")
    private StoreKind kind;

    /** {@return what opens it} */
    SubjectOpener opener(SubjectOpener varve) {
        return StoresOption.opener(kind, varve);
    }
}
