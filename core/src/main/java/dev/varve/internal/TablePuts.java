package dev.varve.internal;

import dev.varve.Metric;
import dev.varve.PutOptions;
import dev.varve.SyncMode;
import dev.varve.segments.RecordLayout;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What all puts into a table have in common: which way a value goes by its length, counts, durability, and the exceptions
 * of the API. Any thread; no state of its own.
 */
final class TablePuts {
    private final TableCore core;
    private final ContextPool contexts;
    private final PutOperation put;
    private final GetOperation get;
    private final boolean everyWrite;
    private final long recordLengthMax;

    TablePuts(TableCore core, GetOperation get) {
        this.core = core;
        this.get = get;
        contexts = core.store.contexts;
        put = new PutOperation(core, core.store.pool, core.store.options.putTimeout());
        everyWrite = core.options().syncMode() == SyncMode.EVERY_WRITE;
        recordLengthMax = core.writer.recordLengthMax();
    }

    TableCore core() {
        return core;
    }

    /** Positive: stored there; negative: refused, because of the record there. */
    long store(OperationContext context, long ownTtlMs) {
        core.store.faults.check();
        try {
            long length = RecordLayout.recordLength(context.key.remaining(), context.value.remaining(), ownTtlMs != 0);
            if (length <= recordLengthMax) {
                return counted(context, put.put(context, ownTtlMs), context.value.remaining());
            }
            return putLarge(context, ownTtlMs);
        } catch (IOException e) {
            throw Failures.ofPut(core, context.finder, e);
        }
    }

    /** Puts a value that is in memory as a whole. */
    boolean put(byte[] key, byte[] value, PutOptions options) {
        long address;
        long recordEnd;
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            context.value(value);
            address = store(context, options.ttlMillis());
            recordEnd = context.recordEnd;
        } finally {
            contexts.give(context);
        }
        return ended(address, recordEnd, options);
    }

    private long putLarge(OperationContext context, long ownTtlMs) throws IOException {
        if (get.find(context)) {
            return counted(context, context.refused(), 0);
        }
        ByteBuffer value = context.value.duplicate();
        int length = value.remaining();
        SegmentPut segment = SegmentPut.open(core, context, length, ownTtlMs);
        try {
            segment.write(value);
            return counted(context, segment.finish(context), length);
        } finally {
            segment.abort();
        }
    }

    private long counted(OperationContext context, long address, long valueLength) {
        if (address > 0) {
            core.counters.increment(Metric.PUTS);
            core.counters.add(Metric.BYTES_PUT, context.key.remaining() + valueLength);
        } else {
            core.counters.increment(Metric.PUTS_REFUSED);
        }
        return address;
    }

    /** Waits for durability where that is asked for; whether the value was stored. */
    boolean ended(long address, long recordEnd, PutOptions options) {
        if (everyWrite || options.isDurable()) {
            core.store.durability.await(core, Math.abs(address), recordEnd);
        }
        return address > 0;
    }

    /** Minus the address of the live record that has the key; 0: there is none. */
    long refusedBy(byte[] key) {
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            if (!get.find(context)) {
                return 0;
            }
            return counted(context, context.refused(), 0);
        } catch (IOException e) {
            throw Failures.ofPut(core, context.finder, e);
        } finally {
            contexts.give(context);
        }
    }

    SegmentPut openSegment(byte[] key, long valueLength, PutOptions options) {
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return SegmentPut.open(core, context, valueLength, options.ttlMillis());
        } catch (IOException e) {
            throw Failures.ofPut(core, context.finder, e);
        } finally {
            contexts.give(context);
        }
    }

    boolean finish(SegmentPut segment, byte[] key, PutOptions options) {
        long address;
        long recordEnd;
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            long length = segment.valueLength();
            address = counted(context, segment.finish(context), length);
            recordEnd = context.recordEnd;
        } catch (IOException e) {
            throw Failures.ofPut(core, context.finder, e);
        } finally {
            contexts.give(context);
        }
        return ended(address, recordEnd, options);
    }
}
