package dev.varve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The forms that promise to allocate nothing do not, once they are warm. */
@ParameterizedClass
@EnumSource(Home.class)
class AllocationTest extends StoreTestBase {
    private static final int VALUES = 2_000;
    private static final int LENGTH = 1_000;

    private final ByteBuffer key = ByteBuffer.allocateDirect(8);
    private final ByteBuffer heapKey = ByteBuffer.allocate(8);
    private final ByteBuffer value = ByteBuffer.allocateDirect(LENGTH);
    private final ByteBuffer heapValue = ByteBuffer.allocate(LENGTH);
    private final ByteBuffer target = ByteBuffer.allocateDirect(LENGTH);
    private final ByteBuffer heapTarget = ByteBuffer.allocate(LENGTH);
    private long next;

    AllocationTest(Home home) {
        super(home);
    }

    @Override
    TableOptions tableOptions() {
        return TableOptions.builder().segmentBytes(256 << 20).build();
    }

    private ByteBuffer key(long number, boolean heap) {
        ByteBuffer buffer = heap ? heapKey : key;
        return buffer.putLong(0, number);
    }

    /** The least that any of several rounds allocated for each call, on this thread. */
    private static double bytesPerCall(int calls, IntConsumer call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 15; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < calls; i++) {
                call.accept(i);
            }
            least = Math.min(least, (double) (threads.getCurrentThreadAllocatedBytes() - before) / calls);
        }
        return least;
    }

    private void assertNothing(String what, IntConsumer call) {
        double bytes = bytesPerCall(VALUES, call);
        // Growth of the index and a new segment now and then are no cost of the single call.
        assertTrue(bytes < 4, () -> what + " allocates " + bytes + " bytes a call");
    }

    private void fill() {
        for (int i = 0; i < VALUES; i++) {
            table.put(key(i, false), value);
        }
        next = VALUES;
    }

    @Test
    void putFromBuffers() {
        assertNothing("put from direct buffers", i -> table.put(key(next++, false), value));
        assertNothing("put from heap buffers", i -> table.put(key(next++, true), heapValue));
        assertNothing("put of taken keys", i -> table.put(key(i, true), heapValue));
    }

    @Test
    void readsFromWriteBuffers() {
        fill();
        reads();
    }

    @Test
    void readsFromFiles() {
        fill();
        table.roll();
        table.flush().join();
        reads();
    }

    private void reads() {
        assertNothing("get into a direct buffer", i -> assertEquals(LENGTH, table.get(key(i, false), target.clear())));
        assertNothing("get into a heap buffer", i -> assertEquals(LENGTH, table.get(key(i, true), heapTarget.clear())));
        assertNothing("get of absent keys", i -> assertEquals(-1, table.get(key(-1 - i, false), target.clear())));
        assertNothing("contains", i -> assertTrue(table.contains(key(i, false))));
        assertNothing("valueLength", i -> assertEquals(LENGTH, table.valueLength(key(i, true))));
        assertNothing("getPart", i -> table.getPart(key(i, false), i % LENGTH, target.clear()));
        assertNothing("getIfInMemory", i -> table.getIfInMemory(key(i, false), target.clear()));
    }
}
