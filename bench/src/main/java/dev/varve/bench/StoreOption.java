package dev.varve.bench;

import dev.varve.bench.raw.PlainLog;
import dev.varve.bench.subject.SubjectOpener;
import picocli.CommandLine.Option;

/** What is measured. */
final class StoreOption {
    /** The stores there are. */
    enum Kind {
        /** Ours. */
        VARVE,
        /** Nothing but direct writes. */
        CONTROL
    }

    @Option(
            names = "--store",
            paramLabel = "NAME",
            defaultValue = "varve",
            description = "What to measure: VARVE; or CONTROL, a bare log without any guarantee, which shows what the "
                    + "measuring itself costs (default: ${DEFAULT-VALUE}).")
    private Kind kind;

    Kind kind() {
        return kind;
    }

    /** {@return what opens it} */
    SubjectOpener opener(SubjectOpener varve) {
        return kind == Kind.CONTROL ? (spec, clock) -> PlainLog.open(spec) : varve;
    }
}
