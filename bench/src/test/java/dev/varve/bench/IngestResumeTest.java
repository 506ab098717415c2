package dev.varve.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.bench.subject.VarveSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs over a store that earlier runs left, and the interval log. */
class IngestResumeTest {
    private static final String SHAPE = " --ttl 0 --writers 2 --value-size list:1KiB*3,16KiB*1 --batch 4 --key-size 16"
            + " --max-bytes 256MiB --seconds 600ms --warm-up 100ms --no-limit --read-rate 1MiB";

    @TempDir
    private Path directory;

    private Run run(String arguments) {
        return Run.of(
                Main.commandLine(VarveSubject::open),
                ("ingest" + SHAPE + " --drive " + directory.resolve("drive") + arguments).split(" "));
    }

    private Path kept(String more) throws IOException {
        Run run = run(" --keep" + more);
        assertEquals(0, run.exitCode(), run.out() + run.err());
        try (Stream<Path> left = Files.list(directory.resolve("drive"))) {
            return left.findFirst().orElseThrow();
        }
    }

    private static long verified(Run run) {
        Matcher matcher =
                Pattern.compile("earlier runs' values: (\\d+) verified").matcher(run.out());
        assertTrue(matcher.find(), run.out() + run.err());
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void aLaterRunVerifiesAndGoesOn() throws IOException {
        Path store = kept(" --compressibility 0.5");
        Run second = run(" --compressibility 0.5 --resume " + store);
        assertEquals(0, second.exitCode(), second.out() + second.err());
        long first = verified(second);
        assertTrue(first > 0, second.out());
        Run third = run(" --compressibility 0.5 --resume " + store);
        assertEquals(0, third.exitCode(), third.out() + third.err());
        assertTrue(verified(third) > first, third.out());
    }

    /** As if killed between a flush and the note of it: what is there and unknown is verified too, and not put again. */
    @Test
    void whatWasPutAndNotNotedIsNotPutAgain() throws IOException {
        Path store = kept("");
        Path note = store.resolve("ingest.progress");
        Files.writeString(note, Files.readString(note).replaceAll("durable=.*", "durable=1 0"));
        Run run = run(" --resume " + store);
        assertEquals(0, run.exitCode(), run.out() + run.err());
        assertTrue(verified(run) > 1, run.out());
    }

    @Test
    void whatIsMissingOrFilledInAnotherWayEndsTheRun() throws IOException {
        Path store = kept("");
        Path note = store.resolve("ingest.progress");
        String before = Files.readString(note);
        Files.writeString(note, before.replaceAll("durable=.*", "durable=100000 100000"));
        Run missing = run(" --resume " + store);
        assertEquals(1, missing.exitCode(), missing.out());
        assertTrue(missing.err().contains("was durable and is missing"), missing.err());
        Files.writeString(note, before.replace("writers 2", "writers 3"));
        Run other = run(" --resume " + store);
        assertEquals(1, other.exitCode(), other.out());
        assertTrue(other.err().contains("; this run has seed"), other.err());
        Run none = run(" --resume " + directory);
        assertEquals(1, none.exitCode(), none.out());
        assertEquals(1, none.err().lines().count(), none.err());
        assertTrue(none.err().contains("no store that 'ingest --keep' left"), none.err());
    }

    @Test
    void theIntervalLogIsReadByItsOwnReader() throws IOException {
        Path log = directory.resolve("run.hlog");
        Run run = run(" --soak --hlog " + log);
        assertEquals(0, run.exitCode(), run.out() + run.err());
        assertFalse(
                Pattern.compile("(?m)^ +\\d+\\.\\d  store").matcher(run.out()).find(), "a line a minute only");
        Set<String> tags = new TreeSet<>();
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            for (EncodableHistogram each = reader.nextIntervalHistogram();
                    each != null;
                    each = reader.nextIntervalHistogram()) {
                tags.add(each.getTag());
                assertTrue(each.getMaxValueAsDouble() > 0);
            }
        }
        assertTrue(tags.contains("put") && tags.contains("batch"), tags::toString);
    }
}
