package dev.varve.segments;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A few direct buffers for reads into and writes from the heap. Without them the JDK keeps for every thread, for ever, a
 * buffer as large as that thread's largest transfer. Any thread takes and gives; none waits.
 */
final class TransferBuffers {
    static final int CAPACITY = 1 << 20;

    private static final int COUNT_MAX = 4;

    private final AtomicReferenceArray<ByteBuffer> idle = new AtomicReferenceArray<>(COUNT_MAX);
    private final AtomicInteger made = new AtomicInteger();

    /** An empty buffer, or null when all are in use. */
    ByteBuffer take() {
        for (int i = 0; i < COUNT_MAX; i++) {
            ByteBuffer buffer = idle.get(i);
            if (buffer != null && idle.compareAndSet(i, buffer, null)) {
                return buffer.clear();
            }
        }
        if (made.get() < COUNT_MAX && made.incrementAndGet() <= COUNT_MAX) {
            return ByteBuffer.allocateDirect(CAPACITY);
        }
        return null;
    }

    void give(ByteBuffer buffer) {
        for (int i = 0; i < COUNT_MAX; i++) {
            if (idle.compareAndSet(i, null, buffer)) {
                return;
            }
        }
    }
}
