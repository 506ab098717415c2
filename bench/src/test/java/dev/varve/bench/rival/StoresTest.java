package dev.varve.bench.rival;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.StoreKind;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoresTest {
    @Test
    void everyNameIsFoundInAnyCase() {
        for (String name : Stores.names()) {
            assertEquals(name, Stores.find(name.toUpperCase()).orElseThrow().name());
        }
        assertEquals(new HashSet<>(Stores.names()).size(), Stores.names().size());
    }

    @Test
    void aListKeepsItsOrderAndNamesEachOnce() {
        List<StoreKind> chosen = Stores.resolve("control, varve,control");
        assertEquals(
                List.of("control", "varve"),
                chosen.stream().map(StoreKind::name).toList());
        assertEquals(Stores.all(), Stores.resolve("all"));
        assertEquals(Stores.all().subList(0, Stores.all().size() - 1), Stores.resolve("varve,rivals"));
    }

    @Test
    void anUnknownNameIsToldWhatIsValid() {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> Stores.resolve("varve,rocks"));
        assertTrue(refusal.getMessage().startsWith("there is no store 'rocks'; valid: varve, "), refusal.getMessage());
    }

    @Test
    void whatIsMissingComesWithItsReason() {
        Capabilities some = Capabilities.ALL.without(Capability.TTL, "no notion of age");
        assertTrue(some.has(Capability.SCAN));
        assertFalse(some.present().contains(Capability.TTL));
        assertEquals(
                "not one that forgets values by age: no notion of age",
                some.reasonAgainst(EnumSet.of(Capability.TTL)).orElseThrow());
        assertTrue(some.reasonAgainst(EnumSet.of(Capability.SCAN)).isEmpty());
    }
}
