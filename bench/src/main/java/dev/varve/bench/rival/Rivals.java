package dev.varve.bench.rival;

import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.Capability;

/** What most rivals lack, and why. */
final class Rivals {
    private Rivals() {}

    /** {@return what a store can do that writes over, keeps all and lies in one directory} */
    static Capabilities keepingAll(String whyNoTtl) {
        return Capabilities.ALL
                .without(Capability.TTL, whyNoTtl)
                .without(Capability.BOUND, "it keeps everything until deleted")
                .without(Capability.RACING_PUTS, "it writes over")
                .without(Capability.DRIVES, "its files lie in one directory");
    }

    /** {@return the same, with values that others see after their batch only} */
    static Capabilities transactional(String whyNoTtl) {
        return keepingAll(whyNoTtl).without(Capability.VISIBLE, "a batch is seen when it is committed");
    }
}
