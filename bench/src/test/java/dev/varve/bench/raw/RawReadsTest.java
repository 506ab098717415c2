package dev.varve.bench.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawReadsTest {
    @TempDir
    private Path directory;

    @Test
    void everyRecordCanBeReadInEveryWay() throws Exception {
        try (RawReads raw = new RawReads(directory, 3000, 1064)) {
            ByteBuffer target = ByteBuffer.allocateDirect(1064);
            ByteBuffer blocks = raw.deviceBuffer();
            assertEquals(4096, blocks.capacity());
            for (long number : new long[] {0, 1, 985, 2999}) {
                raw.read(number, target);
                assertEquals(0, target.remaining());
                raw.copy(number, target);
                raw.readDevice(number, blocks);
                assertEquals(0, blocks.remaining());
            }
            raw.readDevice(Long.MAX_VALUE, blocks);
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void aFileIsReadToItsEndWhateverItsLength() throws Exception {
        for (int length : new int[] {0, 1, 4096, 10_000, 70_000}) {
            Path file = Files.write(directory.resolve("file-" + length), new byte[length]);
            assertEquals(length, RawReads.readAll(file, RawReads.buffer(8192)));
        }
    }
}
