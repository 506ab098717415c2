package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.core.io.ReferenceCounted;

/**
 * Whether files can be mapped in this JVM, which takes flags that no JVM has by default. Stateless. What needs those flags
 * is in {@link MappedStoreFile}, and not touched as long as one is missing.
 */
public final class MappedFiles {
    private MappedFiles() {}

    /** The JVM flags that are missing for mapping files, as they would stand on the command line; empty if none is. */
    public static String missingFlags() {
        Module base = Object.class.getModule();
        Module chronicle = ReferenceCounted.class.getModule();
        StringBuilder missing = new StringBuilder();
        if (!base.isOpen("java.lang.reflect", chronicle)) {
            missing.append(" --add-opens java.base/java.lang.reflect=ALL-UNNAMED");
        }
        if (!base.isExported("sun.nio.ch", chronicle)) {
            missing.append(" --add-exports java.base/sun.nio.ch=ALL-UNNAMED");
        }
        return missing.toString().strip();
    }

    static StoreFile open(DiskFileSystem fileSystem, Path path) throws IOException {
        String missing = missingFlags();
        if (!missing.isEmpty()) {
            throw new IOException(path + " cannot be mapped: this JVM was started without " + missing);
        }
        return new MappedStoreFile(fileSystem, path);
    }
}
