package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.tools.Terminal.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

class PiecesTest {
    private static final class Quantities {
        @Option(names = "--size")
        private Units.Size size;

        @Option(names = "--time")
        private Duration time;
    }

    private static Quantities parse(String... args) {
        CommandLine line = new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(new Quantities()));
        Units.register(line);
        line.parseArgs(args);
        return (Quantities) line.getCommandSpec().userObject();
    }

    @Test
    void sizesAreReadAndShown() {
        assertEquals(1 << 30, parse("--size", "1GiB").size.bytes());
        assertEquals(1_500_000, parse("--size", "1.5MB").size.bytes());
        assertEquals(64 << 10, parse("--size", "64k").size.bytes());
        assertEquals(7, parse("--size", "7").size.bytes());
        for (String bad : new String[] {"", "GiB", "1 parsec", "-1", "9999999PiB", "1e9"}) {
            assertThrows(ParameterException.class, () -> parse("--size", bad), bad);
        }
        assertEquals("0 B", Units.bytes(0));
        assertEquals("999 B", Units.bytes(999));
        assertEquals("1.0 KiB", Units.bytes(1000));
        assertEquals("1.5 MiB", Units.bytes(3 << 19));
        assertEquals("128 GiB", Units.bytes(128L << 30));
        assertEquals("8.0 EiB", Units.bytes(Long.MAX_VALUE));
    }

    @Test
    void durationsAreReadAndShown() {
        assertEquals(Duration.ofDays(14), parse("--time", "14d").time);
        assertEquals(Duration.ofMinutes(90), parse("--time", "1h30m").time);
        assertEquals(Duration.ofMinutes(90), parse("--time", "1.5h").time);
        assertEquals(Duration.ofMillis(250), parse("--time", "250ms").time);
        assertEquals(Duration.ZERO, parse("--time", "never").time);
        assertEquals(Duration.ZERO, parse("--time", "0").time);
        for (String bad : new String[] {"", "d", "10", "1h30", "5 apples", "-1s", "99999999999999d"}) {
            assertThrows(ParameterException.class, () -> parse("--time", bad), bad);
        }
        assertEquals("5ms", Units.span(Duration.ofMillis(5)));
        assertEquals("13d 4h", Units.span(Duration.ofHours(13 * 24 + 4).plusSeconds(59)));
        assertEquals("1h", Units.span(Duration.ofHours(1).plusSeconds(5)));
        assertEquals("never", Units.ttl(Duration.ZERO));
    }

    @Test
    void keysAreShownSoThatTheyCanBeTyped() {
        Random random = new Random(5);
        for (int i = 0; i < 2000; i++) {
            byte[] key = new byte[1 + random.nextInt(8)];
            random.nextBytes(key);
            String shown = KeyText.show(key);
            assertArrayEquals(key, KeyText.parse(shown), shown);
            assertFalse(shown.contains("\n"));
        }
        for (String key : new String[] {"plain", "grüße", "a b", "hex:00", "hex:zz", "\u2028", "tab\t", "\u202e"}) {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            assertArrayEquals(bytes, KeyText.parse(KeyText.show(bytes)), key);
        }
        assertEquals("grüße", KeyText.show("grüße".getBytes(StandardCharsets.UTF_8)));
        assertEquals("hex:6865783a3030", KeyText.show("hex:00".getBytes(StandardCharsets.UTF_8)));
    }

    /** Gives a few bytes at a time. */
    private static InputStream slow(byte[] bytes, Random random) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 1 + random.nextInt(5)));
            }
        };
    }

    @Test
    void linesAreSplitWhereverTheBytesCome() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<String> lines = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            int count = random.nextInt(20);
            for (int i = 0; i < count; i++) {
                String line = "x".repeat(random.nextInt(12));
                lines.add(line);
                text.append(line).append(random.nextBoolean() ? "\n" : "\r\n");
            }
            if (random.nextBoolean()) {
                lines.add("last");
                text.append("last");
            }
            LineReader reader = new LineReader(slow(text.toString().getBytes(StandardCharsets.UTF_8), random));
            List<String> found = new ArrayList<>();
            while (reader.next()) {
                found.add(new String(reader.bytes(), reader.offset(), reader.length(), StandardCharsets.UTF_8));
                assertEquals(found.size(), reader.number());
            }
            assertEquals(lines, found, "seed " + seed);
        }
    }

    @Test
    void aLineLongerThanTheMostIsPassedOver() throws IOException {
        long length = LineReader.LENGTH_MAX + 1000L;
        InputStream in = new InputStream() {
            private long at;

            @Override
            public int read() {
                throw new AssertionError();
            }

            @Override
            public int read(byte[] target, int offset, int most) {
                if (at > length + 2) {
                    return -1;
                }
                int count = (int) Math.min(most, length + 3 - at);
                for (int i = 0; i < count; i++) {
                    target[offset + i] = (byte) (at + i == length || at + i == length + 2 ? '\n' : 'x');
                }
                at += count;
                return count;
            }
        };
        LineReader reader = new LineReader(in);
        assertTrue(reader.next());
        assertTrue(reader.isTooLong());
        assertTrue(reader.next());
        assertFalse(reader.isTooLong());
        assertEquals(1, reader.length());
        assertEquals(2, reader.number());
        assertFalse(reader.next());
    }

    @Test
    void progressIsDrawnNowAndThen() {
        StringWriter drawn = new StringWriter();
        Cli.Clock clock = new Cli.Clock();
        Progress progress = new Progress(new PrintWriter(drawn), clock, 4 << 20);
        progress.add(1 << 20);
        assertEquals("", drawn.toString());
        clock.pass(1000);
        progress.add(1 << 20);
        assertEquals(
                "\r\033[K[############............] 50%  2.0 MiB of 4.0 MiB  2.0 MiB/s  2s left", drawn.toString());
        progress.close();
        assertTrue(drawn.toString().endsWith("left\r\033[K"));
        Progress nobody = new Progress(null, clock, 0);
        nobody.add(1);
        nobody.note("x");
        nobody.close();
    }

    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }

    @Test
    void anOutputThatFailsIsToldAndOneThatIsGoneIsNot(@TempDir Path drive) {
        Cli cli = new Cli(drive);
        // More than the buffer takes, so that it fails in the middle.
        for (int i = 0; i < 3; i++) {
            cli.run("put", i + "x".repeat(60_000), "--value", "x").ok();
        }
        String[] args = {"ls", "--table", "default", "--drive", drive.toString()};
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        InputStream none = InputStream.nullInputStream();
        assertEquals(1, Main.run(new Streams(none, failing("No space left on device"), err), cli.clock, args));
        assertEquals(
                "varve: cannot write to standard output: No space left on device\n",
                err.toString(StandardCharsets.UTF_8));
        err.reset();
        assertEquals(1, Main.run(new Streams(none, failing("Broken pipe"), err), cli.clock, args));
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }
}
