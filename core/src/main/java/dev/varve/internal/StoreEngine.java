package dev.varve.internal;

import dev.varve.Store;
import dev.varve.StoreOptions;
import java.nio.file.Path;
import java.util.List;

/** Opens stores. */
public final class StoreEngine {
    private StoreEngine() {}

    /** See {@link Store#open(StoreOptions)}. */
    public static Store open(StoreOptions options) {
        throw new UnsupportedOperationException("to come: open " + options);
    }

    /** See {@link Store#inMemory(StoreOptions)}. */
    public static Store inMemory(StoreOptions options) {
        throw new UnsupportedOperationException("to come: open " + options);
    }

    /** See {@link Store#destroy(Path...)}. */
    public static void destroy(List<Path> drives) {
        throw new UnsupportedOperationException("to come: destroy " + drives);
    }

    /** See {@link Store#forgetMissingDrives(Path...)}. */
    public static int forgetMissingDrives(List<Path> present) {
        throw new UnsupportedOperationException("to come: forget all but " + present);
    }
}
