package dev.varve.tools;

import dev.varve.PutOptions;
import dev.varve.PutStream;
import dev.varve.Table;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Stores files as values. Reads each in pieces, so that none needs memory of its length. */
final class FileIngest {
    private static final Set<FileVisitOption> FOLLOW = EnumSet.of(FileVisitOption.FOLLOW_LINKS);
    private static final int PIECE_LENGTH = 1 << 20;

    private final Table table;
    private final boolean byDigest;
    private final IngestCount count;
    private final Terminal terminal;
    private final List<Path> leftOut = new ArrayList<>();
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_LENGTH);
    private final MessageDigest sha256;
    private ByteBuffer whole = ByteBuffer.allocate(PIECE_LENGTH);

    /**
     * @param byDigest whether a file's digest is its key, instead of its path
     */
    FileIngest(Table table, boolean byDigest, IngestCount count, Terminal terminal) {
        this.table = table;
        this.byDigest = byDigest;
        this.count = count;
        this.terminal = terminal;
        this.sha256 = sha256();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Directories not to be gone into: a store must not swallow itself. */
    void leaveOut(List<Path> folders) throws IOException {
        for (Path folder : folders) {
            if (Files.isDirectory(folder)) {
                leftOut.add(folder.toRealPath());
            }
        }
    }

    /** Stores a file, or every file in a directory, to any depth. */
    void ingest(Path path) throws IOException {
        Files.walkFileTree(path, FOLLOW, Integer.MAX_VALUE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                return leftOut.contains(folder.toRealPath()) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    ingestOne(path, file);
                } else {
                    leaveOut(file + (attributes.isSymbolicLink() ? ": a link to nothing" : ": no regular file"));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                leaveOut(Reasons.of(file, e));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) {
                if (e != null) {
                    leaveOut(Reasons.of(folder, e));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** The bytes of all files, as far as they can be seen. */
    static long totalLength(List<Path> paths) throws IOException {
        long[] total = new long[1];
        for (Path path : paths) {
            Files.walkFileTree(path, FOLLOW, Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    total[0] += attributes.isRegularFile() ? attributes.size() : 0;
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
        }
        return total[0];
    }

    private void leaveOut(String problem) {
        count.leftOut();
        terminal.complain(problem);
    }

    private void ingestOne(Path given, Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (readWhole(channel)) {
                byte[] key = byDigest ? digestOfWhole() : pathKey(given, file);
                count.put(table.put(ByteBuffer.wrap(key), whole), whole.remaining());
            } else {
                byte[] key = byDigest ? digest(channel) : pathKey(given, file);
                stream(channel, key);
            }
        } catch (SourceException e) {
            leaveOut(file + ": " + Reasons.of(e));
        } catch (IllegalArgumentException e) {
            // A limit of the store, such as an empty or overlong key.
            leaveOut(file + ": " + e.getMessage());
        } catch (IOException e) {
            leaveOut(Reasons.of(file, e));
        }
    }

    /** The file is not what it was a moment ago. */
    private static final class SourceException extends IOException {
        private static final long serialVersionUID = 1;

        SourceException() {
            super("changed while it was read");
        }
    }

    private static byte[] pathKey(Path given, Path file) {
        Path relative = file.equals(given) ? file.toAbsolutePath().normalize().getFileName() : given.relativize(file);
        String text = relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] digestOfWhole() {
        sha256.reset();
        sha256.update(whole.duplicate());
        return sha256.digest();
    }

    /** Reads a file that is not too long for it, by its bytes and not by what the system says of its length. */
    private boolean readWhole(FileChannel channel) throws IOException {
        if (channel.size() > Source.WHOLE_LENGTH_MAX) {
            return false;
        }
        whole.clear();
        for (piece.clear(); channel.read(piece) >= 0; piece.clear()) {
            piece.flip();
            if (whole.position() + piece.remaining() > Source.WHOLE_LENGTH_MAX) {
                channel.position(0);
                return false;
            }
            if (whole.remaining() < piece.remaining()) {
                whole = ByteBuffer.wrap(Arrays.copyOf(whole.array(), 2 * whole.capacity()))
                        .position(whole.position());
            }
            count.read(piece.remaining());
            whole.put(piece);
        }
        whole.flip();
        return true;
    }

    private byte[] digest(FileChannel channel) throws IOException {
        sha256.reset();
        for (piece.clear(); channel.read(piece) >= 0; piece.clear()) {
            sha256.update(piece.flip());
        }
        channel.position(0);
        return sha256.digest();
    }

    private void stream(FileChannel channel, byte[] key) throws IOException {
        long length = channel.size();
        if (table.contains(key)) {
            count.read(length);
            count.put(false, length);
            return;
        }
        PutStream stream = table.putStream(key, length, PutOptions.DEFAULTS);
        try (stream) {
            if (!copy(channel, stream, length) || byDigest && !Arrays.equals(sha256.digest(), key)) {
                stream.abort();
                throw new SourceException();
            }
        }
        count.put(stream.stored(), length);
    }

    /** Copies exactly so many bytes; false if the file has more or less. */
    private boolean copy(FileChannel channel, PutStream stream, long length) throws IOException {
        sha256.reset();
        long left = length;
        for (piece.clear(); channel.read(piece) >= 0; piece.clear()) {
            piece.flip();
            left -= piece.remaining();
            if (left < 0) {
                return false;
            }
            count.read(piece.remaining());
            if (byDigest) {
                sha256.update(piece.duplicate());
            }
            stream.write(piece);
        }
        return left == 0;
    }
}
