package dev.varve.internal;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The store's contexts that no operation uses now. Any thread takes and gives; a thread normally finds the one it gave
 * last, in a slot that it shares with few others. Not thread-locals, which a million virtual threads would each fill.
 */
final class ContextPool {
    /** Slots are kept this far apart, so that threads with different slots do not fight over cache lines. */
    private static final int SPACING = 16;

    private final AtomicReferenceArray<OperationContext> slots;
    private final ConcurrentLinkedQueue<OperationContext> others = new ConcurrentLinkedQueue<>();
    private final int mask;

    ContextPool(int processors) {
        int count = Integer.highestOneBit(Math.max(4, processors * 4) - 1) * 2;
        mask = count - 1;
        slots = new AtomicReferenceArray<>((count + 1) * SPACING);
    }

    OperationContext take() {
        int slot = slotOfThread();
        OperationContext context = slots.getAndSet(slot, null);
        if (context == null) {
            context = others.poll();
            if (context == null) {
                context = new OperationContext();
            }
        }
        context.slot = slot;
        return context;
    }

    void give(OperationContext context) {
        context.clear();
        if (slots.getPlain(context.slot) != null || !slots.compareAndSet(context.slot, null, context)) {
            others.offer(context);
        }
    }

    @SuppressWarnings("deprecation") // its successor threadId() came with Java 19
    private int slotOfThread() {
        long id = Thread.currentThread().getId();
        return (((int) (id ^ id >>> 16) & mask) + 1) * SPACING;
    }
}
