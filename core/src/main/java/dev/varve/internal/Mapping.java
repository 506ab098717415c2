package dev.varve.internal;

import dev.varve.ReadMode;
import dev.varve.TableOptions;
import dev.varve.segments.MappedFiles;
import dev.varve.segments.TableFiles;

/** Whether a table's sealed segments are read through mappings, which takes JVM flags. Stateless. */
final class Mapping {
    private static final System.Logger LOG = System.getLogger(Mapping.class.getName());

    private Mapping() {}

    /** Refuses options that ask for what this JVM cannot do, naming the flags that are missing. */
    static void check(TableOptions options) {
        String missing = MappedFiles.missingFlags();
        if (options.readMode() == ReadMode.MAPPED && !missing.isEmpty()) {
            throw new IllegalStateException("ReadMode.MAPPED needs JVM flags that are missing: " + missing);
        }
    }

    /** As the options say. A stored table that asks for mappings where the JVM has none is read by channel, with a word. */
    static void apply(TableOptions options, TableFiles files, String table) {
        boolean wanted = options.readMode() == ReadMode.MAPPED;
        String missing = wanted ? MappedFiles.missingFlags() : "";
        if (!missing.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "table {0} is read by channel and not mapped: this JVM was started without {1}",
                    table,
                    missing);
        }
        files.mapped(wanted && missing.isEmpty());
    }
}
