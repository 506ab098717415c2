package dev.varve.internal;

import dev.varve.TableOptions;
import dev.varve.index.TableIndex;
import dev.varve.segments.TableMeta;
import dev.varve.segments.TableWriter;

/** What a table is put together from. */
record TableParts(
        StoreCore store,
        TableMeta meta,
        TableOptions options,
        Sequences sequences,
        TableWriter writer,
        TableIndex index,
        IndexClaims claims,
        IndexFiles indexFiles) {}
