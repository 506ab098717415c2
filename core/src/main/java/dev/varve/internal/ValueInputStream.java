package dev.varve.internal;

import dev.varve.CursorIdleException;
import dev.varve.Metric;
import dev.varve.segments.Checksum;
import dev.varve.segments.CorruptException;
import dev.varve.segments.RecordLayout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A stream over a value, under a lease that is held between calls. The bytes before the last are handed out before the
 * checksum behind them is seen; the read that would reach the end compares it first. For one thread at a time.
 */
final class ValueInputStream extends InputStream {
    /** Reads of less than this go through a buffer of the stream. */
    private static final int BUFFER_LENGTH = 16 << 10;

    private final TableCore table;
    private final HeldLease lease;
    private final long valueAt;
    private final long length;
    private final Checksum checksum;
    private final byte[] single = new byte[1];
    private byte[] buffer;
    private int buffered;
    private int taken;
    /** How much of the value was read from the segment. */
    private long position;

    private boolean closed;

    /** Over the record that the context has found, whose lease it takes over. */
    ValueInputStream(TableCore table, OperationContext context) {
        this.table = table;
        Finder finder = context.finder;
        valueAt = finder.offset() + finder.valueStart();
        length = finder.valueLength();
        checksum = new Checksum(finder.segment().salt());
        checksum.start();
        lease = new HeldLease(table, finder.takeLease());
        lease.exit();
    }

    @Override
    public int read() throws IOException {
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
        java.util.Objects.checkFromIndexSize(offset, count, target.length);
        if (count == 0) {
            return 0;
        }
        if (closed) {
            table.checkOpen();
            throw new IOException("the stream is closed");
        }
        if (!lease.enter()) {
            table.checkOpen();
            throw new IOException(new CursorIdleException(table.options().cursorIdleMax()));
        }
        try {
            return copy(target, offset, count);
        } finally {
            lease.exit();
        }
    }

    private int copy(byte[] target, int offset, int count) throws IOException {
        if (taken == buffered) {
            if (position == length) {
                return -1;
            }
            if (count >= BUFFER_LENGTH) {
                return fill(target, offset, count);
            }
            buffer = buffer == null ? new byte[(int) Math.min(BUFFER_LENGTH, length)] : buffer;
            taken = 0;
            buffered = 0;
            buffered = fill(buffer, 0, buffer.length);
        }
        int copied = Math.min(count, buffered - taken);
        System.arraycopy(buffer, taken, target, offset, copied);
        taken += copied;
        return copied;
    }

    /** Reads the next bytes from the segment. */
    private int fill(byte[] target, int offset, int count) throws IOException {
        int wanted = (int) Math.min(count, length - position);
        ByteBuffer into = ByteBuffer.wrap(target, offset, wanted);
        readWhole(valueAt + position, into);
        checksum.update(target, offset, wanted);
        if (position + wanted == length) {
            check();
        }
        position += wanted;
        table.counters.add(Metric.BYTES_GOT, wanted);
        return wanted;
    }

    private void check() throws IOException {
        if (!table.verifyOnRead) {
            return;
        }
        ByteBuffer four = ByteBuffer.allocate(RecordLayout.CRC_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        readWhole(valueAt + length, four);
        if (checksum.end() != four.getInt(0)) {
            throw failed(new CorruptException(
                    lease.segment().path().toString(),
                    valueAt,
                    "value CRC " + Integer.toHexString(four.getInt(0)),
                    Integer.toHexString(checksum.end())));
        }
    }

    private void readWhole(long at, ByteBuffer into) throws IOException {
        int wanted = into.remaining();
        try {
            int read = lease.segment().read(at, into);
            if (read < wanted) {
                throw new CorruptException(
                        lease.segment().path().toString(), at, wanted + " bytes of a value", "only " + read + " bytes");
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Streams speak of failures as {@link IOException}, with what a read would have thrown as the cause. */
    private IOException failed(IOException cause) {
        table.counters.increment(Metric.READS_FAILED);
        RuntimeException said = Failures.ofRead(table, lease.segment(), valueAt, cause);
        if (said instanceof IllegalStateException closedNow) {
            throw closedNow;
        }
        return new IOException(said.getMessage(), said);
    }

    @Override
    public int available() {
        return buffered - taken;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            buffer = null;
            lease.end();
        }
    }
}
