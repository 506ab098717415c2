package dev.varve.internal;

import dev.varve.index.Generation;
import dev.varve.index.IndexBoundException;
import dev.varve.index.TableIndex;
import dev.varve.segments.IndexFileHeader;
import dev.varve.segments.IndexFileReader;
import dev.varve.segments.Segment;
import dev.varve.segments.SegmentCoverage;
import dev.varve.segments.SegmentMap;
import dev.varve.segments.TableFolder;
import dev.varve.segments.TableMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Loads the index files of a table at open, and tells which records none of them has. By the thread that opens the table. */
final class IndexLoading {
    private static final System.Logger LOG = System.getLogger(IndexLoading.class.getName());

    private final TableMeta meta;
    private final TableIndex index;
    private final IndexFiles files;
    private final IndexClaims claims;
    private final SegmentMap segments;
    private final Map<Long, List<IndexClaims.Claim>> claimed = new HashMap<>();

    /** Records of a segment that are in no index file. */
    record Missing(Segment segment, long from, long to) {}

    IndexLoading(TableMeta meta, TableIndex index, IndexFiles files, IndexClaims claims, SegmentMap segments) {
        this.meta = meta;
        this.index = index;
        this.files = files;
        this.claims = claims;
        this.segments = segments;
    }

    /** Loads all files that are whole. */
    List<Missing> load() throws IOException {
        List<Generation> loaded = new ArrayList<>();
        List<IndexClaims.Claim> ofLast = List.of();
        TableFolder folder = files.folder();
        for (long number : folder.indexes()) {
            files.skipTo(number);
            try (IndexFileReader reader = new IndexFileReader(folder, number)) {
                Generation generation = load(reader);
                loaded.add(generation);
                files.loaded(generation, number);
                ofLast = claimsOf(reader.header().coverage());
                ofLast.forEach(claim -> claimed.computeIfAbsent(claim.sequence(), any -> new ArrayList<>())
                        .add(claim));
            } catch (IOException | IndexBoundException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "index file {0} is not used, its part of the index is rebuilt: {1}",
                        folder.index(number),
                        e.getMessage());
                folder.drive().fileSystem().delete(folder.index(number));
            }
        }
        if (!loaded.isEmpty()) {
            index.install(loaded);
            if (!loaded.get(loaded.size() - 1).isFrozen()) {
                claims.addToNewest(ofLast);
            }
        }
        return missing();
    }

    private Generation load(IndexFileReader reader) throws IOException {
        IndexFileHeader header = reader.header();
        if (!header.storeId().equals(meta.storeId()) || header.tableId() != meta.tableId()) {
            throw new IOException("it belongs to another table");
        }
        return index.load(header.parameters(), (first, pages) -> reader.read(pages, first));
    }

    /** Of segments that are there; those that may come back with a missing drive are then looked at anew. */
    private List<IndexClaims.Claim> claimsOf(SegmentCoverage coverage) {
        List<IndexClaims.Claim> all = new ArrayList<>();
        for (int i = 0; i < coverage.size(); i++) {
            if (segments.get(coverage.sequence(i)) != null) {
                all.add(new IndexClaims.Claim(coverage.sequence(i), coverage.start(i), coverage.end(i)));
            }
        }
        return all;
    }

    private List<Missing> missing() {
        List<Missing> all = new ArrayList<>();
        for (Segment segment : segments.snapshot()) {
            List<IndexClaims.Claim> ranges = claimed.getOrDefault(segment.sequence(), new ArrayList<>());
            ranges.sort((a, b) -> Long.compare(a.from(), b.from()));
            long at = 0;
            for (IndexClaims.Claim range : ranges) {
                if (range.from() > at) {
                    all.add(new Missing(segment, at, range.from()));
                }
                at = Math.max(at, range.to());
            }
            if (at < segment.dataEnd()) {
                all.add(new Missing(segment, at, segment.dataEnd()));
            }
            claims.noteFrozen(segment.sequence(), segment.dataEnd());
        }
        return all;
    }
}
