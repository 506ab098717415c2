package dev.varve.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Neither a look-up nor an insert allocates. */
class AllocationTest {
    private static final int OPERATIONS = 200_000;

    private final TableIndex index = new TableIndex(new SlabPool(64 << 20));
    private long wanted;

    @Test
    void lookUpsAndInsertsDoNotAllocate() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        prepare();
        index.publishNext(1);
        CandidateVisitor visitor = address -> address == wanted;
        work(0, visitor);
        prepare();
        index.settle(index.publishNext(1));
        long before = threads.getCurrentThreadAllocatedBytes();
        work(OPERATIONS, visitor);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(bytes < OPERATIONS / 10, "bytes: " + bytes);
    }

    private void work(int from, CandidateVisitor visitor) {
        for (int key = from; key < from + OPERATIONS; key++) {
            long hash = TestTable.mix(key);
            wanted = IndexLayout.address(1 + (key >>> 16), 8192 + (key & 0xffff) * 64L);
            if (index.lookUp(hash, visitor) != 0
                    || !index.hasRoom()
                    || index.insert(hash, wanted) != InsertResult.INSERTED
                    || index.lookUp(hash, visitor) != wanted
                    || index.replace(hash, wanted + 1, wanted)) {
                throw new AssertionError("key " + key);
            }
        }
    }

    private void prepare() {
        Preparation state = Preparation.MORE;
        while (state == Preparation.MORE) {
            state = index.prepareStep(OPERATIONS * 8L);
        }
        assertEquals(Preparation.READY, state);
    }
}
