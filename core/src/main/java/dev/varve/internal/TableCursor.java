package dev.varve.internal;

import dev.varve.Cursor;
import dev.varve.CursorIdleException;
import dev.varve.CursorOptions;
import dev.varve.segments.Checksum;
import dev.varve.segments.CorruptException;
import dev.varve.segments.RecordLayout;
import dev.varve.segments.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Optional;

/** The user's cursor over a table. For one thread at a time; the expiry agent may take its lease away between two calls. */
final class TableCursor implements Cursor {
    private static final int ARRAY_MAX = Integer.MAX_VALUE - 8;

    private final TableCore table;
    private final CursorOptions options;
    private final SegmentWalk walk;
    private final Checksum checksum = new Checksum();
    private byte[] keyBytes = new byte[64];
    private int keyLength;
    private boolean onRecord;
    private boolean closed;
    private boolean ended;

    TableCursor(TableCore table, CursorOptions options) {
        this.table = table;
        this.options = options;
        walk = new SegmentWalk(table, millis(options.fromTime()));
    }

    private static long millis(Instant time) {
        try {
            return time.toEpochMilli();
        } catch (ArithmeticException e) {
            return time.isAfter(Instant.EPOCH) ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
    }

    /** Counts the live values of a table; damaged ones are passed over. */
    static long count(TableCore table) {
        SegmentWalk walk = new SegmentWalk(table, Long.MIN_VALUE);
        long count = 0;
        try {
            boolean more = true;
            while (more) {
                try {
                    more = walk.step();
                    count += more ? 1 : 0;
                } catch (CorruptException e) {
                    table.store.listener.damageFound(Failures.of(e));
                }
            }
            return count;
        } catch (IOException e) {
            throw Failures.ofRead(table, walk.segment(), 0, e);
        } finally {
            walk.close();
        }
    }

    @Override
    public boolean next() {
        checkOpen();
        onRecord = false;
        if (ended) {
            return false;
        }
        enter();
        try {
            onRecord = walk.step();
            ended = !onRecord;
            if (onRecord) {
                keepKey();
            }
            return onRecord;
        } catch (IOException e) {
            throw Failures.ofRead(table, walk.segment(), walk.record().offset(), e);
        } finally {
            exit();
        }
    }

    /** Reading the value moves the window that the key lies in. */
    private void keepKey() throws IOException {
        ByteBuffer key = walk.record().key();
        keyLength = key.remaining();
        if (keyBytes.length < keyLength) {
            keyBytes = new byte[Math.max(keyLength, 2 * keyBytes.length)];
        }
        key.get(key.position(), keyBytes, 0, keyLength);
    }

    private void checkOpen() {
        table.checkOpen();
        if (closed) {
            throw new IllegalStateException("cursor is closed");
        }
    }

    private void checkOnRecord() {
        checkOpen();
        if (!onRecord) {
            throw new IllegalStateException("cursor stands on no value");
        }
    }

    private void enter() {
        HeldLease lease = walk.lease();
        if (lease != null && !lease.enter()) {
            table.checkOpen();
            throw new CursorIdleException(table.options().cursorIdleMax());
        }
    }

    private void exit() {
        HeldLease lease = walk.lease();
        if (lease != null) {
            lease.exit();
        }
    }

    @Override
    public byte[] key() {
        checkOnRecord();
        return java.util.Arrays.copyOf(keyBytes, keyLength);
    }

    @Override
    public ByteBuffer keyView() {
        checkOnRecord();
        return ByteBuffer.wrap(keyBytes, 0, keyLength).slice().asReadOnlyBuffer();
    }

    @Override
    public byte[] value() {
        ByteBuffer view = valueView();
        byte[] value = new byte[view.remaining()];
        view.get(value);
        return value;
    }

    @Override
    public ByteBuffer valueView() {
        checkOnRecord();
        if (options.keysOnly()) {
            throw new IllegalStateException("cursor was opened for keys only");
        }
        long length = walk.record().valueLength();
        if (length > ARRAY_MAX - RecordLayout.CRC_LENGTH) {
            throw new IllegalArgumentException("value of " + length + " bytes is longer than an array can be, "
                    + (ARRAY_MAX - RecordLayout.CRC_LENGTH) + "; use getStream");
        }
        enter();
        try {
            return verified(walk.record().valueAndCrc(), (int) length);
        } catch (IOException e) {
            throw Failures.ofRead(table, walk.segment(), walk.record().offset(), e);
        } finally {
            exit();
        }
    }

    private ByteBuffer verified(ByteBuffer inWindow, int length) throws IOException {
        ByteBuffer whole = inWindow != null ? inWindow : readLong(length);
        int start = whole.position();
        if (table.verifyOnRead) {
            int sum = checksum.salt(walk.segment().salt()).of(whole, start, length);
            if (sum != whole.getInt(start + length)) {
                throw new CorruptException(
                        walk.segment().path().toString(),
                        walk.record().offset(),
                        "value CRC " + Integer.toHexString(whole.getInt(start + length)),
                        Integer.toHexString(sum));
            }
        }
        return whole.slice(start, length).asReadOnlyBuffer();
    }

    private ByteBuffer readLong(int length) throws IOException {
        Segment segment = walk.segment();
        ByteBuffer whole = ByteBuffer.allocate(length + RecordLayout.CRC_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        long at = walk.record().valueOffset();
        if (segment.read(at, whole) < whole.capacity()) {
            throw new CorruptException(
                    segment.path().toString(), at, whole.capacity() + " bytes of a value", whole.position() + " bytes");
        }
        return whole.flip();
    }

    @Override
    public long valueLength() {
        checkOnRecord();
        return walk.record().valueLength();
    }

    @Override
    public Instant appendTime() {
        checkOnRecord();
        return Instant.ofEpochMilli(walk.appendMs());
    }

    @Override
    public Optional<Instant> expiryTime() {
        checkOnRecord();
        long expiry = table.expiry.expiryMs(walk.appendMs(), walk.record().ownTtlMs());
        return expiry == ExpiryRule.NEVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(expiry));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            onRecord = false;
            walk.close();
        }
    }
}
