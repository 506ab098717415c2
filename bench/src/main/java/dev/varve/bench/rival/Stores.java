package dev.varve.bench.rival;

import dev.varve.bench.raw.PlainLog;
import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.VarveSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The list of all stores that can be measured. */
public final class Stores {
    /** Ours. */
    public static final String VARVE = "varve";
    /** A bare log without any guarantee. */
    public static final String CONTROL = "control";

    private static final String ALL = "all";
    private static final String RIVALS = "rivals";

    private static final List<StoreKind> KINDS = List.of(
            new StoreKind(
                    VARVE,
                    "its defaults; direct I/O, checksums on",
                    List.of("-Xmx1g", "-XX:MaxDirectMemorySize=4g"),
                    Capabilities.ALL,
                    VarveSubject::open),
            new StoreKind(
                    CONTROL,
                    "no store: direct writes to 8 files and a map of what lies where; what measuring itself costs",
                    List.of("-Xmx2g", "-XX:MaxDirectMemorySize=4g"),
                    PlainLog.CAPABILITIES,
                    (spec, clock) -> PlainLog.open(spec)));

    private Stores() {}

    /** {@return all of them, Varve first, the control last} */
    public static List<StoreKind> all() {
        return KINDS;
    }

    /** {@return their names, in the same order} */
    public static List<String> names() {
        return KINDS.stream().map(StoreKind::name).toList();
    }

    /**
     * {@return the store of that name, if there is one}
     *
     * @param name in any case
     */
    public static Optional<StoreKind> find(String name) {
        return KINDS.stream()
                .filter(kind -> kind.name().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /**
     * {@return the stores that a list names, each once, in its order}
     *
     * @param list names with commas between; {@code all} stands for all of them, {@code rivals} for all but Varve and the
     *     control
     * @throws IllegalArgumentException if one is unknown; the message names the valid ones
     */
    public static List<StoreKind> resolve(String list) {
        List<StoreKind> chosen = new ArrayList<>();
        for (String name : list.split(",", -1)) {
            List<StoreKind> meant = meant(name.strip());
            if (meant.isEmpty()) {
                throw new IllegalArgumentException("there is no store '" + name.strip() + "'; valid: "
                        + String.join(", ", names()) + ", " + ALL + ", " + RIVALS);
            }
            for (StoreKind kind : meant) {
                if (!chosen.contains(kind)) {
                    chosen.add(kind);
                }
            }
        }
        return List.copyOf(chosen);
    }

    private static List<StoreKind> meant(String name) {
        if (name.equalsIgnoreCase(ALL)) {
            return KINDS;
        }
        if (name.equalsIgnoreCase(RIVALS)) {
            return KINDS.stream()
                    .filter(kind -> !kind.name().equals(VARVE) && !kind.name().equals(CONTROL))
                    .toList();
        }
        return find(name).stream().toList();
    }
}
