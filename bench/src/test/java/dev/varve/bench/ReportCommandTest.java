package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.bench.subject.VarveSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    @TempDir
    private Path directory;

    @Test
    void aResultBecomesAPage() throws IOException {
        Path result = Files.writeString(
                directory.resolve("open.json"),
                "{\"command\": \"open\", \"results\": [{\"name\": \"a\", \"keys\": 1}]}");
        Run run = run(
                "report", result.toString(), "--out", directory.resolve("out").toString());
        assertEquals(0, run.exitCode(), run.err());
        Path page = directory.resolve("out").resolve("report.html");
        assertEquals(page.toString(), run.out().strip());
        assertTrue(Files.readString(page).contains("<td>a</td>"));
    }

    @Test
    void wrongUseIsOneLine() {
        Run missing = run("report", directory.resolve("none.json").toString());
        assertEquals(1, missing.exitCode());
        assertEquals(
                "varve-bench: " + directory.resolve("none.json") + ": no such file",
                missing.err().strip());
        Run nothing = run("report");
        assertEquals(2, nothing.exitCode());
        assertEquals(1, nothing.err().strip().lines().count(), nothing.err());
    }

    private static Run run(String... args) {
        return Run.of(Main.commandLine(VarveSubject::open), args);
    }
}
