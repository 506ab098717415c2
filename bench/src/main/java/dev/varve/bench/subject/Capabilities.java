package dev.varve.bench.subject;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What one kind of store can do, and why it cannot do the rest. Immutable. */
public final class Capabilities {
    /** Everything there is. */
    public static final Capabilities ALL = new Capabilities(Map.of());

    private final Map<Capability, String> missing;

    private Capabilities(Map<Capability, String> missing) {
        this.missing = missing;
    }

    /**
     * {@return the same but for one}
     *
     * @param capability what is missing
     * @param reason why, for people, in a few words
     */
    public Capabilities without(Capability capability, String reason) {
        Map<Capability, String> more = new EnumMap<>(Capability.class);
        more.putAll(missing);
        more.put(capability, reason);
        return new Capabilities(more);
    }

    /**
     * {@return whether the store can}
     *
     * @param capability what
     */
    public boolean has(Capability capability) {
        return !missing.containsKey(capability);
    }

    /** {@return all that the store can} */
    public Set<Capability> present() {
        Set<Capability> present = EnumSet.allOf(Capability.class);
        present.removeAll(missing.keySet());
        return present;
    }

    /**
     * {@return why the store cannot do what is needed, as one printable line; empty if it can}
     *
     * @param needed what a workload asks
     */
    public Optional<String> reasonAgainst(Set<Capability> needed) {
        for (Capability capability : needed) {
            if (missing.containsKey(capability)) {
                return Optional.of("not one that " + capability.meaning() + ": " + missing.get(capability));
            }
        }
        return Optional.empty();
    }
}
