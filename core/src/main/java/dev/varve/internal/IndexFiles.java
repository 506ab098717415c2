package dev.varve.internal;

import dev.varve.index.Generation;
import dev.varve.index.IndexLayout;
import dev.varve.segments.AlignedBuffers;
import dev.varve.segments.IndexFileHeader;
import dev.varve.segments.IndexFileWriter;
import dev.varve.segments.SegmentCoverage;
import dev.varve.segments.SegmentMap;
import dev.varve.segments.TableFolder;
import dev.varve.segments.TableMeta;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The index files of one table: which generation has which, those still to be written, those to be deleted. A file only
 * spares work at the next opening, so what goes wrong with one is logged and costs no more than that.
 *
 * <p>Written by the thread that opens or closes the table and, in between, by the index agent.
 */
final class IndexFiles {
    private static final System.Logger LOG = System.getLogger(IndexFiles.class.getName());

    private static final int PAGES_PER_STEP = 256;

    private final TableMeta meta;
    private final TableFolder folder;
    private final SegmentMap segments;
    private final java.util.function.Supplier<List<Generation>> published;
    private final Map<Generation, Long> numbers = new HashMap<>();
    private final Deque<Frozen> waiting = new ArrayDeque<>();
    private long nextNumber = 1;
    private IndexFileWriter writer;
    private int page;
    private ByteBuffer pages;

    /** A generation whose file is to be written once all that it points to is durable. */
    private record Frozen(
            Generation generation, long number, List<IndexClaims.Claim> claims, SegmentPositions needed) {}

    IndexFiles(
            TableMeta meta,
            TableFolder folder,
            SegmentMap segments,
            java.util.function.Supplier<List<Generation>> published) {
        this.meta = meta;
        this.folder = folder;
        this.segments = segments;
        this.published = published;
    }

    TableFolder folder() {
        return folder;
    }

    /** A generation was loaded from its file. */
    void loaded(Generation generation, long number) {
        numbers.put(generation, number);
        skipTo(number);
    }

    /** Numbers up to this one are taken. */
    void skipTo(long number) {
        nextNumber = Math.max(nextNumber, number + 1);
    }

    void frozen(Generation generation, List<IndexClaims.Claim> claims, SegmentPositions needed) {
        long number = numbers.computeIfAbsent(generation, any -> nextNumber++);
        waiting.addLast(new Frozen(generation, number, claims, needed));
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Writes a few pages of the oldest that may be written; true if there is more to do at once. */
    boolean step() {
        Frozen first = waiting.peekFirst();
        if (first == null || (writer == null && !first.needed().areDurable(segments))) {
            return false;
        }
        try {
            if (!write(first)) {
                waiting.removeFirst();
            }
            return true;
        } catch (IOException e) {
            giveUp(first, e);
            return false;
        }
    }

    /** Writes all that waits; the table is closed and everything durable. */
    void writeAll() {
        while (step()) {
            // until nothing is left, or nothing can be written
        }
    }

    /** True while pages are left. */
    private boolean write(Frozen frozen) throws IOException {
        Generation generation = frozen.generation();
        if (writer == null) {
            writer = new IndexFileWriter(folder, header(frozen));
            page = 0;
        }
        if (pages == null) {
            pages = AlignedBuffers.allocate(PAGES_PER_STEP * IndexLayout.PAGE_LENGTH);
        }
        int copied = generation.copyPages(page, pages.clear());
        if (copied > 0) {
            writer.write(pages.flip());
            page += copied;
            return true;
        }
        if (copied == 0) {
            writer.finish();
        }
        writer.close();
        writer = null;
        return false;
    }

    private IndexFileHeader header(Frozen frozen) {
        int count = frozen.claims().size();
        long[] sequences = new long[count];
        long[] starts = new long[count];
        long[] ends = new long[count];
        for (int i = 0; i < count; i++) {
            IndexClaims.Claim claim = frozen.claims().get(i);
            sequences[i] = claim.sequence();
            starts[i] = claim.from();
            ends[i] = claim.to();
        }
        return new IndexFileHeader(
                meta.storeId(),
                meta.tableId(),
                frozen.number(),
                frozen.generation().parameters(),
                frozen.generation().pageCount(),
                new SegmentCoverage(sequences, starts, ends));
    }

    private void giveUp(Frozen frozen, IOException cause) {
        LOG.log(
                System.Logger.Level.WARNING,
                "index file {0} of table {1} cannot be written, it will be rebuilt: {2}",
                frozen.number(),
                meta.name(),
                cause.getMessage());
        waiting.remove(frozen);
        close();
    }

    /** Deletes the files of generations that are not published any more. */
    void forgetDropped() {
        List<Generation> left = published.get();
        numbers.entrySet().removeIf(each -> {
            if (left.contains(each.getKey())) {
                return false;
            }
            stopWaiting(each.getKey());
            delete(each.getValue());
            return true;
        });
    }

    private void stopWaiting(Generation dropped) {
        Frozen first = waiting.peekFirst();
        if (first != null && first.generation() == dropped) {
            close();
        }
        waiting.removeIf(frozen -> frozen.generation() == dropped);
    }

    private void delete(long number) {
        try {
            if (folder.drive().fileSystem().exists(folder.index(number))) {
                folder.drive().fileSystem().delete(folder.index(number));
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot delete {0}: {1}", folder.index(number), e.getMessage());
        }
    }

    /** Stops in the middle of a file. */
    void close() {
        if (writer != null) {
            try {
                writer.close();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "cannot delete a temporary index file: {0}", e.getMessage());
            }
            writer = null;
        }
    }
}
