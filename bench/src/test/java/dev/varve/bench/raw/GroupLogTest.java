package dev.varve.bench.raw;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupLogTest {
    @TempDir
    private Path directory;

    @Test
    void aPartlyFilledBlockIsWrittenAgainWithMoreInIt() throws Exception {
        Path file = directory.resolve("log");
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        Random random = new Random(7);
        try (GroupLog log = new GroupLog(file, 32 << 20, false)) {
            assertFalse(log.commit());
            long end = 0;
            for (int i = 0; i < 200; i++) {
                byte[] record = new byte[1 + random.nextInt(3000)];
                random.nextBytes(record);
                expected.write(record);
                end = log.append(record);
                if (random.nextInt(3) == 0) {
                    assertTrue(log.commit());
                }
            }
            log.commit();
            assertEquals(end, log.durable());
            byte[] all = Files.readAllBytes(file);
            assertArrayEquals(expected.toByteArray(), Arrays.copyOf(all, expected.size()));
        }
    }
}
