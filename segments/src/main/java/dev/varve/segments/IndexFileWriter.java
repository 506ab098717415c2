package dev.varve.segments;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Writes an index file under a temporary name; only {@link #finish} gives it its own, so that a file that is there is
 * whole. Used by one thread.
 */
public final class IndexFileWriter implements Closeable {
    private final FileSystem fileSystem;
    private final Path path;
    private final Path temporary;
    private final StoreFile file;
    private final long pagesEnd;
    private long position;
    private boolean finished;

    public IndexFileWriter(TableFolder folder, IndexFileHeader header) throws IOException {
        fileSystem = folder.drive().fileSystem();
        path = folder.index(header.number());
        temporary = path.resolveSibling(path.getFileName() + MetaFiles.TEMPORARY);
        fileSystem.createDirectories(path.getParent());
        MetaFiles.deleteIfThere(fileSystem, temporary);
        ByteBuffer head = IndexFileLayout.encode(header);
        position = head.remaining();
        pagesEnd = position + header.pageCount() * FileSystem.BLOCK;
        file = fileSystem.open(temporary, OpenMode.CREATE);
        boolean written = false;
        try {
            file.write(head, 0);
            written = true;
        } finally {
            if (!written) {
                close();
            }
        }
    }

    /** Appends whole pages, from the buffer's position to its limit. */
    public void write(ByteBuffer pages) throws IOException {
        int length = pages.remaining();
        assert length % FileSystem.BLOCK == 0 && position + length <= pagesEnd : length;
        file.write(pages, position);
        position += length;
    }

    /** Makes the file durable and gives it its name; all pages must have been written. */
    public void finish() throws IOException {
        if (position != pagesEnd) {
            throw new IllegalStateException(path + ": pages are missing: at " + position + " of " + pagesEnd);
        }
        file.sync();
        file.close();
        fileSystem.rename(temporary, path);
        finished = true;
        fileSystem.syncDirectory(path.getParent());
    }

    /** Without {@link #finish} before, deletes what was written. */
    @Override
    public void close() throws IOException {
        file.close();
        if (!finished) {
            MetaFiles.deleteIfThere(fileSystem, temporary);
        }
    }
}
