package dev.varve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process in the middle of everything, again and again, and carries the same store on: whatever it said to be flushed
 * is there, whole; the rest is there or not, whole; nothing else is there.
 */
class CrashTest {
    private static final int ROUNDS = Integer.getInteger("varve.crash.rounds", 100);
    /** Of values flushed in earlier rounds this many are looked at in each. */
    private static final int SAMPLES = 300;

    @TempDir
    Path directory;

    private final Flushed kept = new Flushed();
    private final Flushed shortLived = new Flushed();
    private long highest;

    /** What a table's writers have said. */
    private static final class Flushed {
        final long[] upTo = new long[CrashChild.WRITERS];
        final long[] before = new long[CrashChild.WRITERS];
        /** Of each batch: its last number and the wall time at which it was begun. */
        final List<List<long[]>> batches = new ArrayList<>();

        Flushed() {
            for (int i = 0; i < CrashChild.WRITERS; i++) {
                batches.add(new ArrayList<>());
            }
        }

        void note(int writer, long number, long beganMillis) {
            upTo[writer] = number;
            batches.get(writer).add(new long[] {number, beganMillis});
        }
    }

    @Test
    void everythingFlushedIsThereAfterEveryKill() throws Exception {
        long seed = Long.getLong("varve.crash.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            String where = "round " + round + " of seed " + seed;
            run(random, where);
            // Now and then the next child finds what the last one left, and what a check has not closed.
            if (random.nextInt(4) != 0 || round == ROUNDS - 1) {
                check(random, where, round == ROUNDS - 1);
            }
        }
        assertTrue(kept.batches.get(0).size() > ROUNDS / 2, "hardly anything was flushed, seed " + seed);
    }

    private void run(Random random, String where) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                directory.resolve("a").toString(), directory.resolve("b").toString(), "" + random.nextLong()));
        for (int i = 0; i < CrashChild.WRITERS; i++) {
            arguments.add("" + highest);
        }
        Path errors = directory.resolve("errors.txt");
        Process child = new ChildJvm()
                .flags("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx128m", "-ea")
                .prepare(CrashChild.class.getName(), arguments.toArray(new String[0]))
                .redirectError(errors.toFile())
                .start();
        // Now and then during its start, and so during recovery; else in the middle of a batch, after some.
        boolean early = random.nextInt(8) == 0;
        CountDownLatch lines = new CountDownLatch(early ? 0 : 1 + random.nextInt(40));
        long delay = early ? 100 + random.nextInt(500) : random.nextInt(30);
        Thread killer = new Thread(() -> {
            try {
                lines.await();
                child.waitFor(delay, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            // Not by the process itself, which would also close the pipe that still is read.
            child.toHandle().destroyForcibly();
        });
        killer.start();
        readTo(child, lines);
        child.waitFor();
        killer.join();
        assertEquals("", Files.readString(errors), where);
        highest += 1_000_000;
    }

    private void readTo(Process child, CountDownLatch lines) throws IOException {
        StringBuilder line = new StringBuilder();
        try (BufferedReader from =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII))) {
            // A line that the kill has cut says nothing.
            for (int each = from.read(); each >= 0; each = from.read()) {
                if (each == '\n') {
                    take(line.toString());
                    lines.countDown();
                    line.setLength(0);
                } else {
                    line.append((char) each);
                }
            }
        }
    }

    private void take(String line) {
        String[] words = line.split(" ");
        if (words[0].equals("F")) {
            Flushed flushed = words[1].equals(CrashChild.KEPT) ? kept : shortLived;
            flushed.note(Integer.parseInt(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]));
        } else if (!line.equals("O")) {
            fail(line);
        }
    }

    private void check(Random random, String where, boolean all) {
        try (Store store = Store.open(CrashChild.options(directory.resolve("a"), directory.resolve("b")))) {
            Table keptTable = CrashChild.kept(store);
            Table shortTable = CrashChild.shortLived(store);
            checkShort(shortTable, where);
            for (int writer = 0; writer < CrashChild.WRITERS; writer++) {
                checkKept(keptTable, writer, random, where, all);
            }
            assertNothingForeign(keptTable, where);
            assertNothingForeign(shortTable, where);
            store.expireNow();
            assertEquals(keptTable.countLive(), keptTable.keyCount(), where);
        }
    }

    private void checkKept(Table table, int writer, Random random, String where, boolean all) {
        List<long[]> batches = kept.batches.get(writer);
        int from = all ? 0 : Math.max(0, batches.size() - 30);
        for (int i = from; i < batches.size(); i++) {
            long last = batches.get(i)[0];
            long first = i == 0 ? 1 : batches.get(i - 1)[0] + 1;
            // Each child begins its numbers at a million of its own.
            first = Math.max(first, last / 1_000_000 * 1_000_000 + 1);
            for (long number = first; number <= last; number++) {
                assertThere(table, writer, number, where);
            }
        }
        for (int i = 0; i < SAMPLES && !batches.isEmpty(); i++) {
            assertThere(table, writer, batches.get(random.nextInt(batches.size()))[0], where);
        }
    }

    private static void assertThere(Table table, int writer, long number, String where) {
        byte[] key = CrashChild.key(table.name(), writer, number);
        assertArrayEquals(
                CrashChild.value(key), table.get(key), () -> where + ": " + new String(key, StandardCharsets.US_ASCII));
    }

    private void checkShort(Table table, String where) {
        for (int writer = 0; writer < CrashChild.WRITERS; writer++) {
            List<long[]> batches = shortLived.batches.get(writer);
            for (int i = batches.size() - 1; i >= 0; i--) {
                byte[] key = CrashChild.key(table.name(), writer, batches.get(i)[0]);
                byte[] value = table.get(key);
                long age = System.currentTimeMillis() - batches.get(i)[1];
                if (value != null) {
                    assertArrayEquals(CrashChild.value(key), value, where);
                } else {
                    assertTrue(age >= CrashChild.TTL.toMillis(), () -> where + ": gone after " + age + " ms");
                }
                if (age > CrashChild.TTL.toMillis() + 60_000) {
                    assertNull(value, where);
                    break;
                }
            }
        }
    }

    private static void assertNothingForeign(Table table, String where) {
        try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                assertFalse(key.length == 0);
                assertArrayEquals(
                        CrashChild.value(key),
                        cursor.value(),
                        () -> where + ": " + new String(key, StandardCharsets.US_ASCII));
            }
        }
    }
}
