package dev.varve.bench.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;

/** What the JVM and the operating system say about this process. */
public final class Machine {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path IO = Path.of("/proc/self/io");
    private static final int COLLECTIONS = 3;

    private Machine() {}

    /** {@return CPU time of all threads so far} */
    public static long processCpuNanos() {
        return SYSTEM.getProcessCpuTime();
    }

    /** {@return heap in use now, garbage included} */
    public static long heapBytes() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** {@return heap in use after collections: the least seen} */
    public static long heapLiveBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            least = Math.min(least, heapBytes());
        }
        return least;
    }

    /** {@return the resident set of this process now, where the system tells} */
    public static OptionalLong residentBytes() {
        OptionalLong kib = number(STATUS, "VmRSS:");
        return kib.isPresent() ? OptionalLong.of(kib.getAsLong() << 10) : kib;
    }

    /** {@return the largest resident set this process has had, where the system tells} */
    public static OptionalLong residentPeakBytes() {
        OptionalLong kib = number(STATUS, "VmHWM:");
        return kib.isPresent() ? OptionalLong.of(kib.getAsLong() << 10) : kib;
    }

    /** {@return read system calls of this process so far, where the system tells} */
    public static OptionalLong readCalls() {
        return number(IO, "syscr:");
    }

    /** {@return bytes this process caused to be written to devices so far, where the system tells} */
    public static OptionalLong bytesWritten() {
        return number(IO, "write_bytes:");
    }

    private static OptionalLong number(Path file, String name) {
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(name)) {
                    return OptionalLong.of(Long.parseLong(line.replaceAll("[^0-9]", "")));
                }
            }
        } catch (IOException | NumberFormatException e) {
            // Not this system, or not this kind of it; the figure is left out.
            return OptionalLong.empty();
        }
        return OptionalLong.empty();
    }

    /** {@return memory of the machine, or of the container} */
    public static long memoryBytes() {
        return SYSTEM.getTotalMemorySize();
    }

    /** {@return what git says of the sources that this was built from} */
    public static String commit() {
        Properties properties = new Properties();
        try (InputStream in = Machine.class.getResourceAsStream("/dev/varve/bench/git.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("git.commit.id.describe", "unknown");
    }

    /** {@return what a reader of the figures must know of where they come from} */
    public static Map<String, Object> description() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("java", Runtime.version().toString());
        all.put("vm", System.getProperty("java.vm.name"));
        all.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        all.put("arch", System.getProperty("os.arch"));
        all.put("cores", Runtime.getRuntime().availableProcessors());
        all.put("memory_bytes", memoryBytes());
        return all;
    }
}
