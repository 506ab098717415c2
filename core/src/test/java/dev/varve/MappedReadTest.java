package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.segments.MappedFiles;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading through mappings, with the flags and without. */
class MappedReadTest {
    private static final TableOptions MAPPED =
            TableOptions.ttl(Duration.ZERO).readMode(ReadMode.MAPPED).build();

    @TempDir
    Path drive;

    private static byte[] value(int i) {
        byte[] value = new byte[i * 37 % 5_000];
        new Random(i).nextBytes(value);
        return value;
    }

    private static byte[] key(int i) {
        return ByteBuffer.allocate(8).putLong(i).array();
    }

    @Test
    @Tag("mapped")
    void sealedSegmentsAreReadThroughMappings() {
        assertEquals("", MappedFiles.missingFlags());
        try (Store store = Store.open(StoreOptions.at(drive).build())) {
            Table table = store.table("t", MAPPED);
            for (int i = 0; i < 500; i++) {
                table.put(key(i), value(i));
            }
            table.roll();
            table.flush().join();
            check(table);
        }
        try (Store store = Store.open(StoreOptions.at(drive).build())) {
            check(store.table("t"));
            assertEquals(ReadMode.MAPPED, store.table("t").options().readMode());
        }
    }

    private static void check(Table table) {
        for (int i = 0; i < 500; i++) {
            assertArrayEquals(value(i), table.get(key(i)), "key " + i);
        }
        assertNull(table.get(key(501)));
    }

    @Test
    void withoutTheFlagsATableThatAsksForMappingsIsRefusedByName() {
        try (Store store = Store.open(StoreOptions.at(drive).build())) {
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> store.table("t", MAPPED));
            assertTrue(e.getMessage().contains("--add-opens java.base/java.lang.reflect=ALL-UNNAMED"), e.getMessage());
            assertEquals(0, store.tableNames().size());
        }
    }
}
