package dev.varve.bench.rival;

import java.util.ArrayList;
import java.util.List;

/** What the JVM of a store is started with. */
final class JvmFlags {
    private static final int ASKS_FOR_NATIVE_ACCESS = 22;
    private static final int ASKS_FOR_UNSAFE = 23;

    private JvmFlags() {}

    /** {@return the flags for a heap of that size and for what all stores together ask, without a warning} */
    static List<String> heap(String most) {
        List<String> flags = new ArrayList<>(List.of(
                "-Xmx" + most,
                "-XX:MaxDirectMemorySize=4g",
                // Varve's mappings, lmdbjava's buffers, MapDB's and Xodus's way to unmap.
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"));
        int feature = Runtime.version().feature();
        if (feature >= ASKS_FOR_NATIVE_ACCESS) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        if (feature >= ASKS_FOR_UNSAFE) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return List.copyOf(flags);
    }
}
