package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** In a JVM without flags, as most are. */
class MappedFilesTest {
    @Test
    void namesEveryMissingFlag() {
        assertEquals(
                "--add-opens java.base/java.lang.reflect=ALL-UNNAMED --add-exports java.base/sun.nio.ch=ALL-UNNAMED",
                MappedFiles.missingFlags());
        IOException e =
                assertThrows(IOException.class, () -> new DiskFileSystem().open(Path.of("/tmp/x"), OpenMode.MAPPED));
        assertTrue(e.getMessage().contains("--add-opens"), e.getMessage());
    }
}
