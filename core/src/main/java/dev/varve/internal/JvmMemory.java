package dev.varve.internal;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * How much direct memory this JVM allows. The JVM has accounted for the limits of its container (cgroup) by itself: without
 * a flag, direct memory is limited to the maximum heap, which is a share of what the container has.
 */
public final class JvmMemory {
    private static final long DIRECT_MAX = readDirectMax();

    private JvmMemory() {}

    /** The most direct memory that this JVM will allocate, in bytes. */
    public static long directMax() {
        return DIRECT_MAX;
    }

    private static long readDirectMax() {
        long flag = 0;
        try {
            HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            if (vm != null) {
                flag = Long.parseLong(vm.getVMOption("MaxDirectMemorySize").getValue());
            }
        } catch (IllegalArgumentException | LinkageError e) {
            // Another JVM than HotSpot, or a runtime image without jdk.management: the heap's maximum is the best
            // guess.
            flag = 0;
        }
        return flag > 0 ? flag : Runtime.getRuntime().maxMemory();
    }
}
