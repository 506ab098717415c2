package dev.varve.internal;

import static dev.varve.internal.StoreRig.key;
import static dev.varve.internal.StoreRig.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.Cursor;
import dev.varve.CursorOptions;
import dev.varve.Limits;
import dev.varve.PutOptions;
import dev.varve.PutStream;
import dev.varve.Table;
import dev.varve.TableOptions;
import dev.varve.segments.MemoryFileSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random operations on a table and on a model of it, over closing, dying and opening again. */
class ModelTest {
    private static final int RUNS = 40;
    private static final int OPERATIONS = 600;
    private static final int KEYS = 150;

    /** One value put under a key. */
    private static final class Version {
        final int number;
        final int length;
        final long appendMs;
        final long ownTtlMs;
        /** Whether it is known to survive a crash. */
        boolean flushed;
        /** Whether it was expired at some time, so that its segment may have left. */
        boolean doubtful;

        Version(int number, int length, long appendMs, long ownTtlMs) {
            this.number = number;
            this.length = length;
            this.appendMs = appendMs;
            this.ownTtlMs = ownTtlMs;
        }

        boolean isExpired(long nowMs, long ttlMs) {
            return ExpiryRule.isExpired(ExpiryRule.recordExpiry(appendMs, ttlMs, ownTtlMs), nowMs);
        }

        boolean is(byte[] value) {
            return value.length == length && java.util.Arrays.equals(value, StoreRig.value(number, length));
        }
    }

    /** One run: a table, its model, and the seed that both follow. */
    private static final class Run implements AutoCloseable {
        private final Random random;
        private final StoreRig rig = new StoreRig(new MemoryFileSystem(1L << 33), 2);
        /** Of each key the newest first. */
        private final Map<Integer, Deque<Version>> model = new HashMap<>();

        private Table table;
        private long ttlMs = Duration.ofMinutes(10).toMillis();
        private int numbers;

        Run(long seed) {
            random = new Random(seed);
            table = rig.open()
                    .table(
                            "t",
                            TableOptions.ttl(Duration.ofMillis(ttlMs))
                                    .segmentBytes(Limits.SEGMENT_BYTES_MIN)
                                    .build());
        }

        private long nowMs() {
            return rig.store().now().toEpochMilli();
        }

        private void doubt() {
            long nowMs = nowMs();
            for (Deque<Version> versions : model.values()) {
                for (Version each : versions) {
                    each.doubtful |= each.isExpired(nowMs, ttlMs);
                }
            }
        }

        void step() throws IOException {
            doubt();
            int dice = random.nextInt(100);
            if (dice < 50) {
                put();
            } else if (dice < 75) {
                get(random.nextInt(KEYS));
            } else if (dice < 82) {
                flush();
            } else if (dice < 86) {
                rig.advance(Duration.ofMillis((long) (random.nextDouble() * random.nextDouble() * 400_000)));
            } else if (dice < 89) {
                rig.store().expireNow();
            } else if (dice < 91) {
                table.roll();
            } else if (dice < 93) {
                changeTtl();
            } else if (dice < 95) {
                rig.clock.jump(Duration.ofSeconds(random.nextInt(2_000_000) - 1_000_000));
            } else if (dice < 96) {
                flush();
                setClockRight();
                table = rig.reopen().table("t");
            } else if (dice < 97) {
                crash();
            } else if (dice < 98) {
                walk();
            } else {
                count();
            }
        }

        private void put() throws IOException {
            int key = random.nextInt(KEYS);
            int length = random.nextInt(20) == 0 ? random.nextInt(400_000) : random.nextInt(500);
            long own = random.nextInt(4) == 0 ? 1000 + random.nextInt(600_000) : 0;
            PutOptions.Builder options = PutOptions.builder().durable(random.nextInt(10) == 0);
            if (own != 0) {
                options.ttl(Duration.ofMillis(own));
            }
            int number = ++numbers;
            boolean mustRefuse = live(key, true) != null;
            boolean mayRefuse = live(key, false) != null;
            long nowMs = nowMs();
            boolean stored = put(key, value(number, length), options.build());
            assertFalse(stored && mustRefuse, "a live key was put again");
            assertTrue(stored || mayRefuse, "a key that is free was refused");
            if (stored) {
                Version version = new Version(number, length, nowMs, own);
                version.flushed = options.build().isDurable();
                model.computeIfAbsent(key, any -> new ArrayDeque<>()).addFirst(version);
            }
        }

        private boolean put(int key, byte[] value, PutOptions options) throws IOException {
            if (random.nextInt(10) > 0) {
                return table.put(key(key), value, options);
            }
            PutStream stream = table.putStream(key(key), value.length, options);
            stream.write(value);
            stream.close();
            return stream.stored();
        }

        /** The newest version that is not expired, of those that are there for certain, or of all. */
        private Version live(int key, boolean certain) {
            for (Version each : model.getOrDefault(key, new ArrayDeque<>())) {
                if (!each.isExpired(nowMs(), ttlMs) && !(certain && each.doubtful)) {
                    return each;
                }
            }
            return null;
        }

        private void get(int key) {
            byte[] value = table.get(key(key));
            Version certain = live(key, true);
            if (value == null) {
                assertEquals(null, certain, "key " + key + " is gone");
                assertFalse(table.contains(key(key)));
                return;
            }
            for (Version each : model.getOrDefault(key, new ArrayDeque<>())) {
                if (!each.isExpired(nowMs(), ttlMs) && each.is(value)) {
                    return;
                }
                assertTrue(each != certain, "an older value than the newest of key " + key);
            }
            throw new AssertionError("key " + key + " holds what was never put or has expired");
        }

        private void flush() {
            table.flush().join();
            model.values().forEach(versions -> versions.forEach(each -> each.flushed = true));
        }

        private void changeTtl() {
            ttlMs = 1000 * (1 + random.nextInt(1200));
            table.ttl(Duration.ofMillis(ttlMs));
            doubt();
        }

        /** A clock that is wrong at an opening changes what counts as newest, and is looked at elsewhere. */
        private void setClockRight() {
            rig.clock.jump(Duration.ofMillis(nowMs() - rig.clock.wallMillis()));
        }

        /** What was not flushed is there or not, whole. */
        private void crash() {
            setClockRight();
            table = rig.crash().table("t");
            for (Map.Entry<Integer, Deque<Version>> each : model.entrySet()) {
                byte[] value = table.get(key(each.getKey()));
                boolean[] older = new boolean[1];
                each.getValue().removeIf(version -> {
                    boolean alive = !version.isExpired(nowMs(), ttlMs);
                    boolean found = value != null && alive && version.is(value);
                    older[0] |= found;
                    // The newest wins, so those before the one found are gone; those behind it may be hidden.
                    version.doubtful = !found && (version.doubtful || !version.flushed);
                    return !older[0] && alive && !version.flushed;
                });
                each.getValue().forEach(version -> version.flushed = true);
                get(each.getKey());
            }
        }

        private void walk() {
            Map<Integer, Integer> seen = new HashMap<>();
            try (Cursor cursor = table.cursor(CursorOptions.DEFAULTS)) {
                while (cursor.next()) {
                    int key = Integer.parseInt(new String(cursor.key(), StandardCharsets.UTF_8).substring(4));
                    byte[] value = cursor.value();
                    Version version = model.get(key).stream()
                            .filter(each -> each.is(value))
                            .findFirst()
                            .orElseThrow();
                    assertFalse(version.isExpired(nowMs(), ttlMs));
                    seen.merge(key, 1, Integer::sum);
                }
            }
            for (int key : model.keySet()) {
                assertTrue(live(key, true) == null || seen.containsKey(key), "the cursor has not seen key " + key);
            }
        }

        private void count() {
            long certain = 0;
            long possible = 0;
            long bytes = 0;
            for (int key : model.keySet()) {
                certain += live(key, true) != null ? 1 : 0;
                for (Version each : model.get(key)) {
                    possible += each.isExpired(nowMs(), ttlMs) ? 0 : 1;
                    bytes += key(key).length + each.length;
                }
            }
            long live = table.countLive();
            assertTrue(certain <= live && live <= possible, certain + " <= " + live + " <= " + possible);
            assertTrue(table.keyCount() >= live);
            assertTrue(table.size() <= bytes, table.size() + " <= " + bytes);
        }

        void checkAll() {
            doubt();
            for (int key = 0; key < KEYS; key++) {
                get(key);
            }
        }

        @Override
        public void close() {
            rig.close();
        }
    }

    @Test
    void behavesAsTheModelSays() throws IOException {
        long first = Long.getLong("varve.model.seed", System.nanoTime());
        for (int i = 0; i < RUNS; i++) {
            long seed = first + i;
            int step = 0;
            try (Run run = new Run(seed)) {
                for (; step < OPERATIONS; step++) {
                    run.step();
                }
                run.checkAll();
                run.flush();
                run.setClockRight();
                run.table = run.rig.reopen().table("t");
                run.checkAll();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ", step " + step + ": " + e.getMessage(), e);
            }
        }
        assertArrayEquals(new byte[0], value(1, 0));
    }
}
