package dev.varve.bench.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTest {
    @TempDir
    private Path drive;

    @Test
    void goesWithEverythingInIt() throws Exception {
        Path directory;
        try (Scratch scratch = Scratch.on(List.of(drive), false)) {
            directory = scratch.directories().get(0);
            Files.createDirectories(directory.resolve("a/b"));
            Files.writeString(directory.resolve("a/b/c"), "x");
        }
        assertFalse(Files.exists(directory));
        assertTrue(Files.exists(drive));
    }

    @Test
    void staysWhenAsked() throws Exception {
        Path directory;
        try (Scratch scratch = Scratch.on(List.of(drive), true)) {
            directory = scratch.directories().get(0);
        }
        assertTrue(Files.exists(directory));
    }

    @Test
    void removesWhatAKilledRunLeftButNothingElse() throws Exception {
        Path dead = Files.createDirectory(drive.resolve("varve-bench-dead"));
        Files.createFile(dead.resolve("scratch.lock"));
        Path other = Files.createDirectory(drive.resolve("varve-bench-notes"));
        try (Scratch living = Scratch.on(List.of(drive), false);
                Scratch second = Scratch.on(List.of(drive), false)) {
            assertEquals(List.of(dead), living.leftoversRemoved());
            assertEquals(List.of(), second.leftoversRemoved());
            assertTrue(Files.exists(living.directories().get(0)));
        }
        assertFalse(Files.exists(dead));
        assertTrue(Files.exists(other));
    }
}
