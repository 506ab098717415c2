package dev.varve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private static final Path DRIVE = Path.of("a");

    private static StoreOptions.Builder store() {
        return StoreOptions.at(DRIVE);
    }

    private static List<String> problems(org.junit.jupiter.api.function.Executable build) {
        OptionsException e = assertThrows(OptionsException.class, build);
        for (String problem : e.problems()) {
            assertTrue(e.getMessage().contains(problem), e.getMessage());
        }
        return e.problems();
    }

    @Test
    void storeDefaults() {
        StoreOptions options = store().build();
        assertEquals(List.of(DRIVE), options.drives());
        assertTrue(options.writeBufferBytes() >= 1 << 20 && options.writeBufferBytes() <= 256 << 20);
        assertTrue(options.indexBytesMax() >= 1 << 20);
        assertEquals(Duration.ofMinutes(1), options.putTimeout());
        assertEquals(4, options.lanesPerDrive());
        assertEquals(512, options.openFilesMax());
        assertEquals(-1, options.freeSpaceMin());
        assertFalse(options.allowMissingDrives());
        assertTrue(options.clock().wallMillis() > 0);
        assertTrue(options.toString().contains("lanesPerDrive=4"), options.toString());
    }

    @Test
    void storeOptionsAreWhatWasSet() {
        StoreClock clock = new ManualClock();
        StoreListener listener = new StoreListener() {};
        StoreOptions options = StoreOptions.at(DRIVE, Path.of("b"))
                .writeBufferBytes(4 << 20)
                .indexBytesMax(1L << 40)
                .putTimeout(Duration.ZERO)
                .lanesPerDrive(16)
                .openFilesMax(16)
                .freeSpaceMin(0)
                .allowMissingDrives(true)
                .clock(clock)
                .listener(listener)
                .build();
        assertEquals(List.of(DRIVE, Path.of("b")), options.drives());
        assertEquals(4 << 20, options.writeBufferBytes());
        assertEquals(1L << 40, options.indexBytesMax());
        assertEquals(Duration.ZERO, options.putTimeout());
        assertEquals(16, options.lanesPerDrive());
        assertEquals(16, options.openFilesMax());
        assertEquals(0, options.freeSpaceMin());
        assertTrue(options.allowMissingDrives());
        assertSame(clock, options.clock());
        assertSame(listener, options.listener());
        assertThrows(UnsupportedOperationException.class, () -> options.drives().add(DRIVE));
    }

    @Test
    void everyProblemOfAStoreIsToldAtOnce() {
        List<String> problems = problems(() -> StoreOptions.at(DRIVE, DRIVE)
                .writeBufferBytes(-1)
                .indexBytesMax(0)
                .putTimeout(Duration.ofSeconds(-1))
                .lanesPerDrive(17)
                .openFilesMax(15)
                .freeSpaceMin(-2)
                .build());
        assertEquals(7, problems.size(), problems::toString);
        assertTrue(problems.contains("lanesPerDrive must be 1 to 16, was 17"), problems::toString);
        assertEquals(1, problems(() -> StoreOptions.at().build()).size());
        Path[] many = new Path[65];
        Arrays.setAll(many, i -> Path.of("d" + i));
        assertEquals(
                List.of("number of drives must be 1 to 64, was 65"),
                problems(() -> StoreOptions.at(many).build()));
    }

    @Test
    void nullsAreRefusedWhereTheyAreGiven() {
        assertThrows(NullPointerException.class, () -> StoreOptions.at((Path) null));
        assertThrows(NullPointerException.class, () -> store().clock(null));
        assertThrows(NullPointerException.class, () -> store().listener(null));
        assertThrows(NullPointerException.class, () -> store().putTimeout(null));
        assertThrows(NullPointerException.class, () -> TableOptions.ttl(null));
        assertThrows(NullPointerException.class, () -> TableOptions.builder().ioMode(null));
        assertThrows(NullPointerException.class, () -> PutOptions.builder().ttl(null));
        assertThrows(NullPointerException.class, () -> CursorOptions.builder().fromTime(null));
    }

    @Test
    void inMemoryNeedsNoDrives() {
        StoreOptions options = StoreOptions.inMemory().build();
        assertEquals(List.of(), options.drives());
        assertEquals(0, options.freeSpaceMin());
        assertTrue(options.writeBufferBytes() <= 16 << 20);
    }

    @Test
    void openNeedsDrives() {
        StoreOptions options = StoreOptions.inMemory().build();
        assertThrows(IllegalArgumentException.class, () -> Store.open(options));
    }

    @Test
    void tableDefaults() {
        TableOptions options = TableOptions.defaults();
        assertEquals(Duration.ZERO, options.ttl());
        assertEquals(0, options.maxBytes());
        assertEquals(IoMode.DIRECT, options.ioMode());
        assertEquals(ReadMode.CHANNEL, options.readMode());
        assertEquals(SyncMode.ON_FLUSH, options.syncMode());
        assertEquals(1L << 30, options.segmentBytes());
        assertTrue(options.verifyOnRead());
        assertEquals(Duration.ofMinutes(1), options.cursorIdleMax());
        assertEquals(Map.of(), options.explicit());
    }

    @Test
    void longTtlHasLargerSegmentsByDefault() {
        assertEquals(
                1L << 30,
                TableOptions.ttl(Duration.ofDays(1).minusMillis(1)).build().segmentBytes());
        assertEquals(2L << 30, TableOptions.ttl(Duration.ofDays(1)).build().segmentBytes());
        assertEquals(
                5L << 20,
                TableOptions.ttl(Duration.ofDays(9))
                        .segmentBytes(5 << 20)
                        .build()
                        .segmentBytes());
    }

    @Test
    void explicitTableOptionsRoundTrip() {
        TableOptions options = TableOptions.ttl(Duration.ofMillis(1_001))
                .maxBytes(16 << 20)
                .ioMode(IoMode.BUFFERED)
                .readMode(ReadMode.MAPPED)
                .syncMode(SyncMode.NEVER)
                .segmentBytes(1 << 20)
                .verifyOnRead(false)
                .cursorIdleMax(Duration.ofSeconds(1))
                .build();
        assertEquals(Duration.ofMillis(1_001), options.ttl());
        assertEquals(16 << 20, options.maxBytes());
        assertEquals(IoMode.BUFFERED, options.ioMode());
        assertEquals(ReadMode.MAPPED, options.readMode());
        assertEquals(SyncMode.NEVER, options.syncMode());
        assertEquals(1 << 20, options.segmentBytes());
        assertFalse(options.verifyOnRead());
        assertEquals(Duration.ofSeconds(1), options.cursorIdleMax());
        assertEquals(8, options.explicit().size());
        assertEquals(options, TableOptions.of(options.explicit()));
        assertEquals(options.hashCode(), TableOptions.of(options.explicit()).hashCode());
        assertEquals(options.toString(), TableOptions.of(options.explicit()).toString());
    }

    @Test
    void storedNumbersAreFixed() {
        // They lie in table.meta of every store: neither names nor numbers may change.
        TableOptions options = TableOptions.ttl(Duration.ofSeconds(2))
                .ioMode(IoMode.BUFFERED)
                .readMode(ReadMode.MAPPED)
                .syncMode(SyncMode.NEVER)
                .verifyOnRead(false)
                .cursorIdleMax(Duration.ofSeconds(3))
                .maxBytes(1 << 30)
                .segmentBytes(1 << 21)
                .build();
        assertEquals(
                Map.of(
                        "ttl",
                        2_000L,
                        "ioMode",
                        1L,
                        "readMode",
                        1L,
                        "syncMode",
                        2L,
                        "verifyOnRead",
                        0L,
                        "maxBytes",
                        1L << 30,
                        "segmentBytes",
                        1L << 21,
                        "cursorIdleMax",
                        3_000L),
                options.explicit());
    }

    @Test
    void everyProblemOfATableIsToldAtOnce() {
        List<String> problems = problems(() -> TableOptions.ttl(Duration.ofMillis(999))
                .maxBytes((16 << 20) - 1)
                .segmentBytes((2L << 30) + 1)
                .cursorIdleMax(Duration.ZERO)
                .build());
        assertEquals(4, problems.size(), problems::toString);
        assertTrue(problems.contains("ttl must be 0 or 1000 to 31536000000000, was 999"), problems::toString);
        assertEquals(
                3,
                problems(() -> TableOptions.of(Map.of("ioMode", 9L, "syncMode", -1L, "verifyOnRead", 2L)))
                        .size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT1S", "PT1.000000001S", "P36525D", "P365000D"})
    void ttlThatIsTaken(String ttl) {
        Duration duration = Duration.parse(ttl);
        assertEquals(
                Duration.ofMillis(duration.toMillis()),
                TableOptions.ttl(duration).build().ttl());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PT-1S", "PT0.001S", "PT0.999999999S", "P365001D", "PT2562047788015215H", "PT-2562047788015215H"
            })
    void ttlThatIsRefused(String ttl) {
        Duration duration = Duration.parse(ttl);
        assertEquals(1, problems(() -> TableOptions.ttl(duration).build()).size());
        assertEquals(
                1, problems(() -> PutOptions.builder().ttl(duration).build()).size());
    }

    @Test
    void ttlShorterThanAMillisecondIsNotTakenForNever() {
        assertEquals(
                1, problems(() -> TableOptions.ttl(Duration.ofNanos(1)).build()).size());
        assertEquals(
                1,
                problems(() -> TableOptions.ttl(Duration.ofNanos(-1)).build()).size());
    }

    @Test
    void putOptions() {
        assertEquals(Optional.empty(), PutOptions.DEFAULTS.ttl());
        assertEquals(0, PutOptions.DEFAULTS.ttlMillis());
        assertFalse(PutOptions.DEFAULTS.isDurable());
        assertTrue(PutOptions.DURABLE.isDurable());
        PutOptions options =
                PutOptions.builder().ttl(Duration.ofSeconds(5)).durable(true).build();
        assertEquals(Optional.of(Duration.ofSeconds(5)), options.ttl());
        assertEquals(5_000, options.ttlMillis());
        assertTrue(options.isDurable());
        assertEquals("PutOptions[ttl=PT5S, durable=true]", options.toString());
        assertEquals(
                1,
                problems(() -> PutOptions.builder().ttl(Duration.ZERO).build()).size());
    }

    @Test
    void cursorOptions() {
        assertEquals(Instant.MIN, CursorOptions.DEFAULTS.fromTime());
        assertFalse(CursorOptions.DEFAULTS.keysOnly());
        assertTrue(CursorOptions.KEYS_ONLY.keysOnly());
        Instant from = Instant.ofEpochMilli(77);
        CursorOptions options = CursorOptions.builder().fromTime(from).build();
        assertEquals(from, options.fromTime());
        assertEquals("CursorOptions[fromTime=1970-01-01T00:00:00.077Z, keysOnly=false]", options.toString());
    }

    @Test
    void builderCanBeUsedOnAfterBuild() {
        TableOptions.Builder builder = TableOptions.ttl(Duration.ofSeconds(1));
        TableOptions first = builder.build();
        builder.ttl(Duration.ofSeconds(9)).segmentBytes(1 << 22);
        assertEquals(Duration.ofSeconds(1), first.ttl());
        assertEquals(Map.of("ttl", 1_000L), first.explicit());
    }

    @Test
    void everyTypeHasAtMostADozenOptions() {
        for (Class<?> builder : List.of(
                StoreOptions.Builder.class,
                TableOptions.Builder.class,
                PutOptions.Builder.class,
                CursorOptions.Builder.class)) {
            long options = Arrays.stream(builder.getDeclaredMethods())
                    .filter(m -> Modifier.isPublic(m.getModifiers()) && m.getReturnType() == builder)
                    .map(Method::getName)
                    .distinct()
                    .count();
            assertTrue(options > 0 && options <= 12, builder + " has " + options);
        }
    }
}
