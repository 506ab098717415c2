package dev.varve.segments;

import dev.varve.segments.FaultRules.Operation;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Passes every call on to another file system unless a rule says that it goes wrong. */
public class FaultyFileSystem implements FileSystem {
    private final FileSystem inner;
    private final FaultRules rules;

    public FaultyFileSystem(FileSystem inner, FaultRules rules) {
        this.inner = inner;
        this.rules = rules;
    }

    @Override
    public StoreFile open(Path path, OpenMode mode) throws IOException {
        rules.check(Operation.OPEN, path);
        return new FaultyFile(inner.open(path, mode), rules);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        rules.check(Operation.CREATE_DIRECTORY, directory);
        inner.createDirectories(directory);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        rules.check(Operation.SYNC_DIRECTORY, directory);
        inner.syncDirectory(directory);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        rules.check(Operation.RENAME, to);
        inner.rename(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        rules.check(Operation.DELETE, path);
        inner.delete(path);
    }

    @Override
    public void link(Path link, Path existing) throws IOException {
        rules.check(Operation.LINK, link);
        inner.link(link, existing);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        rules.check(Operation.LIST, directory);
        return inner.list(directory);
    }

    @Override
    public boolean exists(Path path) {
        return inner.exists(path);
    }

    @Override
    public boolean isDirectory(Path path) {
        return inner.isDirectory(path);
    }

    @Override
    public long length(Path path) throws IOException {
        return inner.length(path);
    }

    @Override
    public int linkCount(Path path) throws IOException {
        return inner.linkCount(path);
    }

    @Override
    public Object fileKey(Path path) throws IOException {
        return inner.fileKey(path);
    }

    @Override
    public Path canonical(Path path) throws IOException {
        return inner.canonical(path);
    }

    @Override
    public Space space(Path path) throws IOException {
        return inner.space(path);
    }

    @Override
    public Closeable tryLock(Path path) throws IOException {
        rules.check(Operation.LOCK, path);
        return inner.tryLock(path);
    }

    @Override
    public boolean supportsDirect(Path file) {
        return inner.supportsDirect(file);
    }

    private static final class FaultyFile implements StoreFile {
        private final StoreFile inner;
        private final FaultRules rules;

        FaultyFile(StoreFile inner, FaultRules rules) {
            this.inner = inner;
            this.rules = rules;
        }

        @Override
        public int read(ByteBuffer destination, long offset) throws IOException {
            rules.check(Operation.READ, path());
            return inner.read(destination, offset);
        }

        @Override
        public void write(ByteBuffer source, long offset) throws IOException {
            FaultRules.Fault fault = rules.next(Operation.WRITE, path());
            if (fault == FaultRules.TORN) {
                int unit = isDirect() ? BLOCK : 1;
                int half = source.remaining() / 2 / unit * unit;
                inner.write(source.duplicate().limit(source.position() + half), offset);
            }
            if (fault != null) {
                fault.strike(Operation.WRITE, path());
            }
            inner.write(source, offset);
        }

        @Override
        public void sync() throws IOException {
            rules.check(Operation.SYNC, path());
            inner.sync();
        }

        @Override
        public void truncate(long length) throws IOException {
            rules.check(Operation.TRUNCATE, path());
            inner.truncate(length);
        }

        @Override
        public long length() throws IOException {
            return inner.length();
        }

        @Override
        public boolean isDirect() {
            return inner.isDirect();
        }

        @Override
        public Path path() {
            return inner.path();
        }

        @Override
        public void renamedTo(Path path) {
            inner.renamedTo(path);
        }

        @Override
        public void close() throws IOException {
            inner.close();
        }
    }
}
