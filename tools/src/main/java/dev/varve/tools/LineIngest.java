package dev.varve.tools;

import dev.varve.Table;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Stores the lines of files as values. */
final class LineIngest {
    private static final int BUFFER_LENGTH = 256 << 10;
    private static final String STANDARD_INPUT = "-";

    private final Table table;
    private final JsonKey keys;
    private final IngestCount count;
    private final Terminal terminal;
    private final MessageDigest sha256 = FileIngest.sha256();

    /**
     * @param keys finds the key of a line; null if the line's digest is the key
     */
    LineIngest(Table table, JsonKey keys, IngestCount count, Terminal terminal) {
        this.table = table;
        this.keys = keys;
        this.count = count;
        this.terminal = terminal;
    }

    static long totalLength(List<Path> files) throws IOException {
        long total = 0;
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                return 0;
            }
            total += Files.size(file);
        }
        return total;
    }

    void ingest(Path file) throws IOException {
        String name = file.toString().equals(STANDARD_INPUT) ? "standard input" : file.toString();
        LineReader lines = null;
        try (InputStream raw = open(file);
                InputStream plain = unpacked(new Counted(raw))) {
            lines = new LineReader(plain);
            while (lines.next()) {
                if (lines.isTooLong()) {
                    leaveOut(name, lines.number(), "longer than " + Units.bytes(LineReader.LENGTH_MAX));
                } else if (lines.length() > 0) {
                    put(name, lines);
                }
            }
        } catch (IOException e) {
            count.leftOut();
            String behind = lines == null ? "" : " (behind line " + lines.number() + ")";
            terminal.complain(Reasons.of(name, e) + behind);
        }
    }

    private InputStream open(Path file) throws IOException {
        if (file.toString().equals(STANDARD_INPUT)) {
            return terminal.in();
        }
        return Files.newInputStream(file);
    }

    /** Whether a stream is compressed is told by its first two bytes. */
    private static InputStream unpacked(InputStream raw) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, BUFFER_LENGTH);
        in.mark(2);
        boolean packed = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return packed ? new GZIPInputStream(in, BUFFER_LENGTH) : in;
    }

    private void put(String name, LineReader line) {
        try {
            byte[] key = keys == null ? digest(line) : keys.of(line.bytes(), line.offset(), line.length());
            ByteBuffer value = ByteBuffer.wrap(line.bytes(), line.offset(), line.length());
            count.put(table.put(ByteBuffer.wrap(key), value), line.length());
        } catch (JsonKey.NoKeyException | IllegalArgumentException e) {
            leaveOut(name, line.number(), e.getMessage());
        }
    }

    private byte[] digest(LineReader line) {
        sha256.update(line.bytes(), line.offset(), line.length());
        return sha256.digest();
    }

    private void leaveOut(String name, long line, String problem) {
        count.leftOut();
        terminal.complain(name + " line " + line + ": " + problem);
    }

    /** Tells how much of the source was read, before it is unpacked. */
    private final class Counted extends FilterInputStream {
        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            count.read(b < 0 ? 0 : 1);
            return b;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int n = super.read(bytes, offset, length);
            count.read(Math.max(0, n));
            return n;
        }
    }
}
