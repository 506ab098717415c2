package dev.varve;

import java.nio.file.Path;

/** Where a store under test lives; tests of the API run in both. */
public enum Home {
    MEMORY {
        @Override
        public StoreOptions.Builder options(Path directory) {
            return StoreOptions.inMemory();
        }

        @Override
        public Store open(StoreOptions options) {
            return Store.inMemory(options);
        }
    },
    DISK {
        @Override
        public StoreOptions.Builder options(Path directory) {
            return StoreOptions.at(directory.resolve("a"), directory.resolve("b"))
                    .writeBufferBytes(16 << 20)
                    .freeSpaceMin(0);
        }

        @Override
        public Store open(StoreOptions options) {
            return Store.open(options);
        }
    };

    /** Options with small buffers. */
    public abstract StoreOptions.Builder options(Path directory);

    public abstract Store open(StoreOptions options);
}
