package dev.varve.internal;

import dev.varve.Limits;
import dev.varve.Table;
import dev.varve.TableOptions;
import dev.varve.segments.TableMeta;
import dev.varve.segments.TableMetaStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open tables of a store, by name and by id. Tables are made, changed and dropped under this object's monitor; the
 * look-ups take no lock.
 */
final class TableCatalog {
    private final StoreCore store;
    private final Map<String, TableEngine> byName = new ConcurrentHashMap<>();
    private final Map<Integer, TableCore> byId = new ConcurrentHashMap<>();
    private volatile boolean closed;

    TableCatalog(StoreCore store) {
        this.store = store;
    }

    /** Null if there is none, or it was dropped. */
    TableCore byId(int id) {
        return byId.get(id);
    }

    Table byName(String name) {
        TableEngine table = byName.get(name);
        if (table == null) {
            throw new IllegalArgumentException("there is no table named " + name);
        }
        return table;
    }

    List<String> names() {
        List<String> names = new ArrayList<>(byName.keySet());
        names.sort(null);
        return names;
    }

    Collection<TableCore> all() {
        return byId.values();
    }

    void add(TableCore core) {
        byId.put(core.id, core);
        byName.put(core.name, new TableEngine(core, new TableSettings(store)));
        store.expiryAgent.add(core);
    }

    /** The table of that name, made if need be; options that are set explicitly are stored. */
    synchronized Table open(String name, TableOptions options) {
        Mapping.check(options);
        TableEngine there = byName.get(name);
        try {
            if (there != null) {
                new TableSettings(store).merge(there.core(), options);
                return there;
            }
            checkNew(name);
            TableMeta meta = store.metas.create(name, options.explicit());
            TableCore core = TableOpening.ofNew(store, meta).open();
            add(core);
            return byName.get(name);
        } catch (IOException e) {
            throw Failures.ofWrite(store, e);
        }
    }

    private void checkNew(String name) {
        if (!TableMetaStore.isName(name)) {
            throw new IllegalArgumentException("table name \"" + name + "\" is not allowed: 1 to "
                    + Limits.TABLE_NAME_LENGTH_MAX + " of A-Z a-z 0-9 _ -, and neither spare nor quarantine");
        }
        if (byName.size() >= Limits.TABLES_MAX) {
            throw new IllegalArgumentException("the store has " + Limits.TABLES_MAX + " tables, which is the limit");
        }
        if (closed) {
            throw new dev.varve.StoreClosedException();
        }
    }

    synchronized boolean drop(String name) {
        TableEngine table = byName.get(name);
        if (table == null) {
            return false;
        }
        try {
            new TableDrop(store, table.core()).run();
        } catch (IOException e) {
            throw Failures.ofWrite(store, e);
        } finally {
            if (!table.core().isOpen()) {
                byName.remove(name);
                byId.remove(table.core().id);
                store.expiryAgent.remove(table.core());
            }
        }
        return true;
    }

    /** Takes no more tables; those there are closed by the caller. */
    synchronized List<TableCore> close() {
        closed = true;
        Map<Integer, TableCore> all = new TreeMap<>(byId);
        return new ArrayList<>(all.values());
    }
}
