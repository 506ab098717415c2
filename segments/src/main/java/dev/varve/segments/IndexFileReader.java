package dev.varve.segments;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads an index file. Any thread may read pages. */
public final class IndexFileReader implements Closeable {
    private final StoreFile file;
    private final IndexFileHeader header;
    private final long pagesOffset;

    /** Opens a file, reads its head and checks that its length fits. */
    public IndexFileReader(TableFolder folder, long number) throws IOException {
        file = folder.drive().fileSystem().open(folder.index(number), OpenMode.READ);
        boolean opened = false;
        try {
            ByteBuffer payload = IndexFileLayout.readPayload(file);
            pagesOffset = IndexFileLayout.pagesOffset(FrameLayout.frameLength(payload.limit()));
            header = IndexFileLayout.decode(payload, file.path().toString());
            check(number);
            opened = true;
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    private void check(long number) throws IOException {
        String name = file.path().toString();
        if (header.number() != number) {
            throw new CorruptException(name, 0, "number " + number, "number " + header.number());
        }
        long pages = (file.length() - pagesOffset) / FileSystem.BLOCK;
        if (header.pageCount() != pages || (file.length() & (FileSystem.BLOCK - 1)) != 0) {
            throw new CorruptException(
                    name, pagesOffset, header.pageCount() + " pages", file.length() - pagesOffset + " bytes");
        }
    }

    /** Where a page begins in the file. */
    public long pageOffset(long page) {
        return pagesOffset + page * FileSystem.BLOCK;
    }

    public IndexFileHeader header() {
        return header;
    }

    /** Fills the buffer with pages, from this one on. Their CRCs are for the index to check. */
    public void read(ByteBuffer pages, long firstPage) throws IOException {
        int wanted = pages.remaining();
        int read = file.read(pages, pageOffset(firstPage));
        if (read != wanted) {
            throw new CorruptException(
                    file.path().toString(), pageOffset(firstPage), wanted + " bytes of pages", read + " bytes");
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
