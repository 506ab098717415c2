package dev.varve.internal;

import dev.varve.PutOptions;
import dev.varve.PutStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The user's stream of one value: a short one is gathered and put as any other when it is closed, a longer one goes to a
 * segment of its own. If the key holds a live value when the stream is opened, the bytes are taken and dropped. For one
 * thread at a time.
 */
final class ValuePutStream extends PutStream {
    private final TablePuts table;
    private final byte[] key;
    private final long valueLength;
    private final PutOptions options;
    /** One of both, or none when the key was taken at once. */
    private final ByteArrayOutputStream gathered;

    private final SegmentPut segment;

    private long written;
    private boolean open = true;
    private boolean failed;
    private boolean stored;
    /** The record that has the key, negative, when that turned out at once; else 0. */
    private final long refusedBy;

    ValuePutStream(TablePuts table, byte[] key, long valueLength, PutOptions options) {
        this.table = table;
        this.key = key;
        this.valueLength = valueLength;
        this.options = options;
        refusedBy = table.refusedBy(key);
        boolean isShort = valueLength <= table.core().store.pool.chunkLength();
        gathered = refusedBy == 0 && isShort ? new ByteArrayOutputStream((int) valueLength) : null;
        segment = refusedBy == 0 && !isShort ? table.openSegment(key, valueLength, options) : null;
    }

    @Override
    public void write(int value) throws IOException {
        write(ByteBuffer.wrap(new byte[] {(byte) value}));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        write(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int length = source.remaining();
        table.core().checkOpen();
        if (!open) {
            throw new IOException("the stream is closed");
        }
        if (length > valueLength - written) {
            throw new IOException("the value was declared " + valueLength + " bytes long, " + written
                    + " were written, and " + length + " more come");
        }
        try {
            take(source);
        } catch (IOException e) {
            failed = true;
            throw Failures.ofWrite(table.core().store, e);
        } catch (RuntimeException | Error e) {
            failed = true;
            throw e;
        }
        written += length;
        return length;
    }

    private void take(ByteBuffer source) throws IOException {
        if (segment != null) {
            segment.write(source);
        } else if (gathered != null) {
            byte[] bytes = new byte[source.remaining()];
            source.get(bytes);
            gathered.write(bytes);
        } else {
            source.position(source.limit());
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() throws IOException {
        if (!open) {
            return;
        }
        open = false;
        if (failed || written < valueLength) {
            drop();
            if (!failed) {
                throw new IOException("the value was declared " + valueLength + " bytes long and only " + written
                        + " were written; nothing is stored");
            }
            return;
        }
        if (segment != null) {
            stored = table.finish(segment, key, options);
        } else if (gathered != null) {
            stored = table.put(key, gathered.toByteArray(), options);
        } else {
            table.ended(refusedBy, Long.MAX_VALUE, options);
        }
    }

    @Override
    public void abort() {
        if (open) {
            open = false;
            drop();
        }
    }

    private void drop() {
        if (segment != null) {
            segment.abort();
        }
    }

    @Override
    public boolean stored() {
        return stored;
    }
}
