package dev.varve;

/** How a table's segments are read. */
public enum ReadMode {
    /** By positional reads. Needs no JVM flag. */
    CHANNEL,
    /**
     * By mapping sealed segments into memory: for small values that are read often. Needs the JVM flags
     * {@code --add-opens java.base/java.lang.reflect=ALL-UNNAMED --add-exports java.base/sun.nio.ch=ALL-UNNAMED
     * --add-exports java.base/jdk.internal.misc=ALL-UNNAMED}; opening a table without them throws
     * {@link IllegalStateException} that names the one that is missing.
     */
    MAPPED
}
