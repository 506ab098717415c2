package dev.varve.internal;

import static dev.varve.internal.StoreRig.key;
import static dev.varve.internal.StoreRig.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.ReadMode;
import dev.varve.Store;
import dev.varve.StoreOptions;
import dev.varve.Table;
import dev.varve.TableOptions;
import dev.varve.segments.MappedFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedTest {
    private static final TableOptions MAPPED =
            TableOptions.builder().readMode(ReadMode.MAPPED).build();

    @TempDir
    Path drive;

    private Store open() {
        return Store.open(StoreOptions.at(drive).freeSpaceMin(0).build());
    }

    @Test
    @Tag("mapped")
    void sealedSegmentsAreReadThroughMappings() {
        try (Store store = open()) {
            Table table = store.table("t", MAPPED);
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 300; i++) {
                    assertTrue(table.put(key(round * 1000 + i), value(i, i * 300)));
                }
                table.flush().join();
                check(table, round);
                table.roll();
            }
        }
        try (Store store = open()) {
            for (int round = 0; round < 3; round++) {
                check(store.table("t"), round);
            }
            store.dropTable("t");
        }
    }

    private static void check(Table table, int round) {
        for (int i = 0; i < 300; i++) {
            assertArrayEquals(value(i, i * 300), table.get(key(round * 1000 + i)));
        }
        assertNull(table.get(key(round * 1000 + 300)));
    }

    @Test
    void whoAsksForMappingsWithoutTheFlagsIsToldWhichAreMissing() {
        if (MappedFiles.missingFlags().isEmpty()) {
            return;
        }
        try (Store store = open()) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> store.table("t", MAPPED));
            assertTrue(e.getMessage().contains("--add-"), e.getMessage());
        }
    }
}
