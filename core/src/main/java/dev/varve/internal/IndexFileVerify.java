package dev.varve.internal;

import dev.varve.CorruptionException;
import dev.varve.index.DamagedPageException;
import dev.varve.index.IndexLayout;
import dev.varve.index.PageCheck;
import dev.varve.segments.CorruptException;
import dev.varve.segments.IndexFileHeader;
import dev.varve.segments.IndexFileReader;
import dev.varve.segments.TableFolder;
import dev.varve.segments.TableMeta;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Checks the head and every page of index files without loading them, for tools that open no store. For one thread. */
public final class IndexFileVerify {
    private static final int PAGES_AT_ONCE = 64;

    private final ByteBuffer pages =
            ByteBuffer.allocateDirect(PAGES_AT_ONCE * IndexLayout.PAGE_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final LongConsumer bytesRead;

    /** The consumer is told as reading goes on. */
    public IndexFileVerify(LongConsumer bytesRead) {
        this.bytesRead = bytesRead;
    }

    /**
     * Reads a file to its end, or to the first damage.
     *
     * @param meta of the table, or null where it is lost
     * @throws CorruptionException naming the place that is damaged
     * @throws IOException when the file cannot be read
     */
    public void verify(TableFolder folder, long number, TableMeta meta) throws IOException {
        Path path = folder.index(number);
        try (IndexFileReader reader = new IndexFileReader(folder, number)) {
            IndexFileHeader header = reader.header();
            if (meta != null && (!header.storeId().equals(meta.storeId()) || header.tableId() != meta.tableId())) {
                throw new CorruptionException(path, 0, "an index file of the table " + meta.name(), "another table's");
            }
            verifyPages(path, reader);
        } catch (CorruptException e) {
            throw new CorruptionException(path, e.offset(), e.expected(), e.found());
        }
    }

    private void verifyPages(Path path, IndexFileReader reader) throws IOException {
        long count = reader.header().pageCount();
        try {
            PageCheck check = new PageCheck(reader.header().parameters());
            if (check.pageCount() != count) {
                throw new CorruptionException(path, 0, check.pageCount() + " pages", count + " pages");
            }
            for (long page = 0; page < count; page += PAGES_AT_ONCE) {
                long most = Math.min(PAGES_AT_ONCE, count - page);
                pages.clear().limit((int) most * IndexLayout.PAGE_LENGTH);
                reader.read(pages, page);
                bytesRead.accept(pages.position());
                check.check((int) page, pages.flip());
            }
        } catch (DamagedPageException e) {
            long offset = e.page() == DamagedPageException.PARAMETERS ? 0 : reader.pageOffset(e.page());
            throw new CorruptionException(path, offset, e.expected(), e.found());
        }
    }
}
