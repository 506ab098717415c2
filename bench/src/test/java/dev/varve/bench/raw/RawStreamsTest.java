package dev.varve.bench.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawStreamsTest {
    private static final RawShape SHAPE = new RawShape(4096, 16384, 8, 65536);

    @TempDir
    private Path directory;

    @Test
    void newBlocksEndWhereTheFilesAreFull() throws Exception {
        try (RawStreams raw = new RawStreams(List.of(directory), SHAPE)) {
            RawTurn turn = raw.turn(1, Blocks.NEW, Duration.ofMinutes(1));
            assertEquals(SHAPE.bytesPerDrive(), turn.bytes());
            assertEquals(
                    SHAPE.bytesPerDrive() / SHAPE.batchBytes(), turn.batches().getTotalCount());
        }
    }

    @Test
    void streamsBeginAtDifferentPlacesOfTheirBatches() throws Exception {
        try (RawStreams raw = new RawStreams(List.of(directory), SHAPE)) {
            RawTurn turn = raw.turn(4, Blocks.NEW, Duration.ofMinutes(1));
            // A quarter, two and three quarters of a batch are left out.
            assertEquals(SHAPE.bytesPerDrive() - SHAPE.batchBytes() * 6 / 4, turn.bytes());
            assertEquals(
                    SHAPE.bytesPerDrive() / SHAPE.batchBytes() - 3,
                    turn.batches().getTotalCount());
        }
    }

    @Test
    void recycledTurnsStayWithinWhatWasLaid() throws Exception {
        try (RawStreams raw = new RawStreams(List.of(directory), SHAPE)) {
            raw.lay(Duration.ZERO);
            assertEquals(SHAPE.batchBytes(), raw.fileBytesLaid());
            RawTurn turn = raw.turn(4, Blocks.RECYCLED, Duration.ofMillis(30));
            assertTrue(turn.bytes() > 0);
            assertEquals(8 * SHAPE.batchBytes(), bytesIn(directory));
        }
        assertEquals(0, bytesIn(directory));
    }

    @Test
    void writesToEveryDrive() throws Exception {
        Path second = Files.createDirectory(directory.resolve("second"));
        Path first = Files.createDirectory(directory.resolve("first"));
        try (RawStreams raw = new RawStreams(List.of(first, second), SHAPE)) {
            raw.turn(1, Blocks.NEW, Duration.ofMinutes(1));
            assertEquals(SHAPE.bytesPerDrive(), bytesIn(first));
            assertEquals(SHAPE.bytesPerDrive(), bytesIn(second));
        }
    }

    @Test
    void nothingIsRecycledBeforeItWasWritten() throws Exception {
        try (RawStreams raw = new RawStreams(List.of(directory), SHAPE)) {
            assertThrows(IllegalStateException.class, () -> raw.turn(1, Blocks.RECYCLED, Duration.ofMillis(1)));
        }
    }

    @Test
    void theShapeFitsTheSpace() {
        assertEquals(4L << 30, RawShape.within(1L << 40).bytesPerDrive());
        assertEquals(RawShape.BATCH_BYTES, RawShape.within(512L << 20).batchBytes());
        RawShape small = RawShape.within(64L << 20);
        assertTrue(small.bytesPerDrive() <= 64L << 20);
        assertTrue(small.fileBytes() >= small.batchBytes());
    }

    private static long bytesIn(Path directory) throws Exception {
        long sum = 0;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sum += Files.size(file);
            }
        }
        return sum;
    }
}
