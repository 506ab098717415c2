package dev.varve.tools;

import dev.varve.Store;
import dev.varve.StoreOptions;
import dev.varve.Table;
import dev.varve.segments.DiskFileSystem;
import dev.varve.segments.StoreSurvey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a store is opened by the commands that need it open. */
final class StoreArguments {
    /** For a command that puts one value or none, the default would be a waste. */
    private static final long SMALL_WRITE_BUFFER = 16L << 20;

    @Mixin
    private DriveArguments drives;

    @Mixin
    private TableArgument table;

    @Option(
            names = "--allow-missing-drives",
            description = "Open the store although drives of it are not there; their keys are absent.")
    private boolean allowMissingDrives;

    @Option(
            names = "--free-space-min",
            paramLabel = "SIZE",
            description = "Leave at least so much of each drive free. Default: 1GiB.")
    private Units.Size freeSpaceMin;

    List<Path> drives() {
        return drives.drives();
    }

    String table() {
        return table.name();
    }

    /** Opens the store for many values, and makes it where the drives are empty. */
    Store openForMany(Terminal terminal) {
        return Store.open(options(terminal).build());
    }

    /** Opens the store for one value, and makes it where the drives are empty. */
    Store openForOne(Terminal terminal) {
        return Store.open(options(terminal).writeBufferBytes(SMALL_WRITE_BUFFER).build());
    }

    /** Opens a store that is there. A directory that is none must not become one because somebody wanted to read. */
    Store openExisting(Terminal terminal) throws IOException {
        List<Path> blank = StoreSurvey.blankRoots(new DiskFileSystem(), drives());
        if (!blank.isEmpty() && (!allowMissingDrives || blank.size() == drives().size())) {
            throw new Failure("no store in " + blank.get(0));
        }
        return openForOne(terminal);
    }

    private StoreOptions.Builder options(Terminal terminal) {
        StoreOptions.Builder options = StoreOptions.at(drives().toArray(new Path[0]))
                .allowMissingDrives(allowMissingDrives)
                .clock(terminal.clock());
        if (freeSpaceMin != null) {
            options.freeSpaceMin(freeSpaceMin.bytes());
        }
        return options;
    }

    /** The table, which has to exist. */
    Table table(Store store) {
        if (!store.tableNames().contains(table())) {
            List<String> names = store.tableNames();
            throw new Failure("no table " + table() + "; "
                    + (names.isEmpty() ? "the store has none" : "there is " + String.join(", ", names)));
        }
        return store.table(table());
    }
}
