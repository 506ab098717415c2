package dev.varve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(Home.class)
class TablesTest extends StoreTestBase {
    TablesTest(Home home) {
        super(home);
    }

    @Test
    void sameHandleEveryTime() {
        assertSame(table, store.table("table"));
        assertSame(table, store.table("table", TableOptions.defaults()));
        assertEquals("table", table.name());
    }

    @Test
    void tableThatDoesNotExist() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> store.table("other"));
        assertTrue(e.getMessage().contains("other"), e.getMessage());
        assertFalse(store.dropTable("other"));
        assertEquals(List.of("table"), store.tableNames());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "A-Z_09", "-", "_", "0123456789012345678901234567890123456789012345678901234567890123"})
    void goodNames(String name) {
        Table made = store.table(name, tableOptions());
        assertTrue(made.put(bytes("k"), bytes("v")));
        assertTrue(store.tableNames().contains(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "..",
                "a/b",
                "a\\b",
                "a.b",
                "ä",
                "a\0",
                "a\n",
                "a b",
                "spare",
                "Quarantine",
                "01234567890123456789012345678901234567890123456789012345678901234"
            })
    void badNames(String name) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> store.table(name, tableOptions()));
        assertTrue(e.getMessage().contains("name"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> store.table(name));
        assertFalse(store.dropTable(name));
        assertEquals(List.of("table"), store.tableNames());
    }

    @Test
    void namesAreSorted() {
        for (String name : List.of("zebra", "ape", "Lion", "spare2", "index")) {
            store.table(name, tableOptions());
        }
        assertEquals(List.of("Lion", "ape", "index", "spare2", "table", "zebra"), store.tableNames());
        assertThrows(
                UnsupportedOperationException.class, () -> store.tableNames().add("x"));
    }

    @Test
    void tablesDoNotSeeEachOther() {
        Table other = store.table("other", tableOptions());
        assertTrue(table.put(bytes("k"), bytes("one")));
        assertTrue(other.put(bytes("k"), bytes("two")));
        assertHolds(bytes("k"), bytes("one"));
        assertEquals(2, store.keyCount());
        assertEquals(1, table.keyCount());
        assertEquals(8, store.size());
        assertEquals(4, other.size());
        assertTrue(store.dropTable("other"));
        assertEquals(1, store.keyCount());
        assertHolds(bytes("k"), bytes("one"));
    }

    @Test
    void explicitOptionsReplaceStoredOnesAndOthersStay() {
        table.ttl(Duration.ofSeconds(77));
        table.maxBytes(32 << 20);
        store.table("table", TableOptions.defaults());
        assertEquals(Duration.ofSeconds(77), table.ttl());
        assertEquals(32 << 20, table.maxBytes());
        store.table("table", TableOptions.ttl(Duration.ofSeconds(88)).build());
        assertEquals(Duration.ofSeconds(88), table.ttl());
        assertEquals(32 << 20, table.maxBytes());
        assertEquals(1 << 20, table.options().segmentBytes());
    }

    @Test
    void droppedTableIsGone() {
        table.put(bytes("k"), bytes("v"));
        table.flush().join();
        Cursor cursor = table.cursor(CursorOptions.DEFAULTS);
        assertTrue(store.dropTable("table"));
        assertFalse(store.dropTable("table"));
        assertEquals(List.of(), store.tableNames());
        assertThrows(TableDroppedException.class, () -> table.get(bytes("k")));
        assertThrows(TableDroppedException.class, () -> table.put(bytes("k"), bytes("v")));
        assertThrows(TableDroppedException.class, () -> table.flush());
        assertThrows(TableDroppedException.class, () -> table.keyCount());
        assertThrows(TableDroppedException.class, () -> table.cursor(CursorOptions.DEFAULTS));
        assertThrows(TableDroppedException.class, () -> table.ttl(Duration.ofSeconds(9)));
        assertThrows(IllegalStateException.class, cursor::next);
        cursor.close();
        assertEquals("table", table.name());
        assertThrows(IllegalArgumentException.class, () -> store.table("table"));
    }

    @Test
    void tableMadeAfterADropIsAnotherOne() {
        table.put(bytes("k"), bytes("v"));
        assertTrue(store.dropTable("table"));
        Table second = store.table("table", tableOptions());
        assertNotSame(table, second);
        assertNull(second.get(bytes("k")));
        assertEquals(0, second.keyCount());
        assertTrue(second.put(bytes("k"), bytes("w")));
        assertThrows(TableDroppedException.class, () -> table.get(bytes("k")));
    }

    @Test
    void totalsOfTheStoreDoNotFallWithADrop() {
        for (int i = 0; i < 10; i++) {
            table.put(key(i), bytes("v"));
        }
        table.get(key(1));
        long puts = store.metrics().puts();
        long gets = store.metrics().gets();
        assertEquals(10, puts);
        table.flush().join();
        long syncs = store.metrics().syncs();
        assertTrue(syncs > 0);
        store.dropTable("table");
        assertEquals(puts, store.metrics().puts());
        assertEquals(gets, store.metrics().gets());
        assertTrue(store.metrics().syncs() >= syncs);
        assertEquals(0, store.metrics().get(Metric.KEYS));
    }

    @Test
    void threadsThatMakeOneTableGetOneHandle() throws InterruptedException {
        var handles = Collections.newSetFromMap(new ConcurrentHashMap<Table, Boolean>());
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                handles.add(store.table("raced", tableOptions()));
            });
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(1, handles.size());
    }

    @Test
    void idleTablesCostNoThreadAndNoFile() throws IOException {
        table.put(bytes("k"), bytes("v"));
        store.flush().join();
        int threads = Thread.activeCount();
        for (int i = 0; i < 60; i++) {
            store.table("idle" + i, TableOptions.ttl(Duration.ofSeconds(100)).build());
        }
        assertTrue(Thread.activeCount() <= threads + 1, "tables have threads of their own");
        assertEquals(1, store.metrics().get(Metric.SEGMENTS_ACTIVE));
        if (home == Home.DISK) {
            long segments = ReopenTest.files(directory).stream()
                    .filter(file -> file.toString().endsWith(".segment"))
                    .count();
            assertEquals(1, segments);
        }
    }

    @Test
    void manyTables() {
        for (int i = 0; i < 60; i++) {
            Table made = store.table("t" + i, TableOptions.defaults());
            assertTrue(made.put(bytes("k"), key(i)));
        }
        store.flush().join();
        assertEquals(61, store.tableNames().size());
        for (int i = 0; i < 60; i++) {
            assertEquals(new String(key(i)), new String(store.table("t" + i).get(bytes("k"))));
        }
        assertEquals(60, store.keyCount());
    }
}
