package dev.varve.internal;

import dev.varve.TableOptions;
import dev.varve.segments.RecordLayout;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Changes the options of tables at run time, durably. Any thread; the metadata's own lock orders changes. */
final class TableSettings {
    private final StoreCore store;

    TableSettings(StoreCore store) {
        this.store = store;
    }

    void ttl(TableCore table, Duration ttl) {
        change(table, TableOptions.builder().ttl(ttl).build());
    }

    void maxBytes(TableCore table, long maxBytes) {
        change(table, TableOptions.builder().maxBytes(maxBytes).build());
    }

    private void change(TableCore table, TableOptions changed) {
        table.checkOpen();
        try {
            merge(table, changed);
        } catch (IOException e) {
            throw Failures.ofWrite(store, e);
        }
    }

    /** Those set explicitly replace the ones in force. */
    void merge(TableCore table, TableOptions changed) throws IOException {
        if (table.options().explicit().entrySet().containsAll(changed.explicit().entrySet())) {
            return;
        }
        synchronized (table) {
            Map<String, Long> all = new TreeMap<>(table.options().explicit());
            all.putAll(changed.explicit());
            TableOptions merged = TableOptions.of(all);
            store.metas.update(table.id, meta -> meta.withOptions(all));
            table.options(merged);
            Mapping.apply(merged, table.writer.files(), table.name);
            table.writer.ttlMs(merged.ttl().toMillis());
            table.writer.targetLength(targetLength(store, merged));
        }
        store.expiryAgent.ask();
    }

    /** How long a segment gets; a bounded table has many, so that evicting one is a small step. */
    static long targetLength(StoreCore store, TableOptions options) {
        int lanes = store.drives.size() * store.options.lanesPerDrive();
        return ExpiryRule.segmentLength(
                options.segmentBytes(), options.maxBytes(), lanes, RecordLayout.DATA_START * 8L);
    }
}
