package dev.varve.internal;

import dev.varve.Metric;
import dev.varve.ValueReader;
import dev.varve.segments.RecordLayout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.function.ToLongFunction;

/**
 * Reads values: look-up, lease, one positional read of as much as records have lately been long, the rest of a longer value
 * straight to where it is wanted. One for each table, used by all threads; the state of a read is in its context. Takes no
 * lock, and allocates nothing but what it returns.
 */
final class GetOperation {
    /** For look-ups that want no value: header and key only. */
    private static final int KEY_ONLY = 0;

    private final TableCore table;

    GetOperation(TableCore table) {
        this.table = table;
    }

    byte[] toArray(OperationContext context) {
        try {
            if (!find(context, table.lengths.firstRead())) {
                return null;
            }
            byte[] value = ValueCopy.toArray(table, context);
            got(context, value.length);
            return value;
        } catch (IOException e) {
            throw failed(context, e);
        } finally {
            context.finder.release();
        }
    }

    int toBuffer(OperationContext context, ByteBuffer target) {
        try {
            if (!find(context, table.lengths.firstRead())) {
                return -1;
            }
            int length = ValueCopy.toBuffer(table, context, target);
            got(context, length);
            return length;
        } catch (IOException e) {
            throw failed(context, e);
        } finally {
            context.finder.release();
        }
    }

    int part(OperationContext context, long offset, ByteBuffer target) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset " + offset + " is negative");
        }
        try {
            if (!find(context, offset == 0 ? table.lengths.firstRead() : KEY_ONLY)) {
                return -1;
            }
            int length = ValueCopy.part(context, offset, target);
            table.counters.add(Metric.BYTES_GOT, length);
            return length;
        } catch (IOException e) {
            throw failed(context, e);
        } finally {
            context.finder.release();
        }
    }

    <T> T read(OperationContext context, ValueReader<T> reader) {
        ByteBuffer view = view(context);
        return view == null ? null : reader.read(view);
    }

    long readLong(OperationContext context, ToLongFunction<ByteBuffer> reader, long ifAbsent) {
        ByteBuffer view = view(context);
        return view == null ? ifAbsent : reader.applyAsLong(view);
    }

    /** The value in the context's own buffer, so that no lease is held while the user looks at it; null if absent. */
    private ByteBuffer view(OperationContext context) {
        try {
            if (!find(context, table.lengths.firstRead())) {
                return null;
            }
            ByteBuffer view = ValueCopy.view(table, context);
            got(context, view.remaining());
            return view;
        } catch (IOException e) {
            throw failed(context, e);
        } finally {
            context.finder.release();
        }
    }

    /** A stream over the value, which takes the lease over; null if absent. */
    InputStream stream(OperationContext context) {
        try {
            return find(context, KEY_ONLY) ? new ValueInputStream(table, context) : null;
        } catch (IOException e) {
            throw failed(context, e);
        } finally {
            context.finder.release();
        }
    }

    /** The value's length, or -1. */
    long length(OperationContext context) {
        try {
            return find(context, KEY_ONLY) ? context.finder.valueLength() : -1;
        } catch (IOException e) {
            throw failed(context, e);
        } finally {
            context.finder.release();
        }
    }

    byte[] fromMemory(OperationContext context) {
        try {
            if (!findInMemory(context) || !MemoryCopy.isThere(context.finder)) {
                return null;
            }
            byte[] value = new byte[(int) context.finder.valueLength()];
            return MemoryCopy.copy(table, context, ByteBuffer.wrap(value)) ? value : null;
        } catch (IOException e) {
            throw failed(context, e);
        } finally {
            context.finder.release();
        }
    }

    int fromMemory(OperationContext context, ByteBuffer target) {
        try {
            if (!findInMemory(context)) {
                return -1;
            }
            return MemoryCopy.copyTo(table, context, target);
        } catch (IOException e) {
            throw failed(context, e);
        } finally {
            context.finder.release();
        }
    }

    private boolean findInMemory(OperationContext context) throws IOException {
        table.checkOpen();
        context.finder.prepare(table, context, table.time.now(), table.lengths.firstRead());
        context.finder.memoryOnly();
        return counted(context.finder.find());
    }

    /** Finds the live record of the context's key, for its key alone; not counted. */
    boolean find(OperationContext context) throws IOException {
        table.checkOpen();
        context.finder.prepare(table, context, table.time.now(), KEY_ONLY);
        return context.finder.find();
    }

    private boolean find(OperationContext context, int firstRead) throws IOException {
        table.checkOpen();
        context.finder.prepare(table, context, table.time.now(), firstRead);
        return counted(context.finder.find());
    }

    private boolean counted(boolean found) {
        table.counters.increment(found ? Metric.HITS : Metric.MISSES);
        return found;
    }

    private void got(OperationContext context, long length) {
        table.counters.add(Metric.BYTES_GOT, length);
        if ((++context.gets & (RecentLengths.SAMPLED - 1)) == 0) {
            table.lengths.note(context.finder.valueStart() + length + RecordLayout.CRC_LENGTH);
        }
    }

    private RuntimeException failed(OperationContext context, IOException cause) {
        table.counters.increment(Metric.READS_FAILED);
        return Failures.ofRead(table, context.finder, cause);
    }
}
