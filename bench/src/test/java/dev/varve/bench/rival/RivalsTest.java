package dev.varve.bench.rival;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.StoreKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every store in JVMs with its own flags: what was flushed survives a JVM that just halts, and nothing warns. */
class RivalsTest {
    @TempDir
    private Path directory;

    static List<StoreKind> all() {
        return Stores.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatWasFlushedIsThereAgain(StoreKind kind) throws Exception {
        assertEquals("fine\n", run(kind, "FILL"));
        if (kind.capabilities().has(Capability.REOPEN) && kind.capabilities().has(Capability.DURABLE)) {
            assertEquals("fine\n", run(kind, "CHECK"));
        }
    }

    /** {@return all that it printed, warnings of the JVM and of libraries too} */
    private String run(StoreKind kind, String what) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(kind.jvmFlags());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + directory));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RoundTrip.class.getName()));
        command.addAll(List.of(kind.name(), directory.toString(), what));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
