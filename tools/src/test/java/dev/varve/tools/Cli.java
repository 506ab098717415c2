package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.varve.StoreClock;
import dev.varve.tools.Terminal.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs commands inside this JVM, on drives of their own and with a clock that is set by hand. */
final class Cli {
    final Clock clock = new Clock();
    private final Path[] drives;
    private byte[] in = {};

    Cli(Path... drives) {
        this.drives = drives;
    }

    /** Stands still until it is set. */
    static final class Clock implements StoreClock {
        private volatile long millis = 1_800_000_000_000L;

        void pass(long moreMillis) {
            millis += moreMillis;
        }

        @Override
        public long wallMillis() {
            return millis;
        }

        @Override
        public long monotonicNanos() {
            return millis * 1_000_000;
        }
    }

    /** What a command did. */
    record Result(int code, byte[] bytes, String err) {
        String out() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        List<String> lines() {
            return out().lines().toList();
        }

        /** Nothing went wrong, and nothing was said about it. */
        Result ok() {
            assertEquals("", err);
            assertEquals(0, code, this::out);
            return this;
        }

        /** One line that says what went wrong. */
        String failed(int expected) {
            assertEquals(expected, code, err);
            assertEquals(1, err.lines().count(), err);
            return err.strip();
        }
    }

    Cli in(byte[] bytes) {
        in = bytes;
        return this;
    }

    /** A command with the drives added to its arguments. */
    Result run(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        for (Path drive : drives) {
            all.add("--drive");
            all.add(drive.toString());
        }
        return plain(all.toArray(new String[0]));
    }

    /** A command as it is. */
    Result plain(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        InputStream stdin = new ByteArrayInputStream(in);
        int code = Main.run(new Streams(stdin, out, err), clock, args);
        return new Result(code, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
    }

    /** Every file under some folders, and what is in it. */
    static Map<String, String> hashes(Path... folders) {
        Map<String, String> hashes = new TreeMap<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(Files::isRegularFile).forEach(file -> hashes.put(file.toString(), hash(file)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return hashes;
    }

    private static String hash(Path file) {
        try {
            String content = HexFormat.of().formatHex(sha256(Files.readAllBytes(file)));
            return content + " " + Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
