package dev.varve.segments;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * A reusable salted CRC32C: the salt of the segment goes first into every sum, so that the bytes of a file's former life
 * never pass. Holds the state of one sum at a time, so each belongs to one thread, or is used under its owner's lock.
 */
public final class Checksum {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final CRC32C crc = new CRC32C();
    private final byte[] prefix = new byte[16];

    public Checksum() {}

    public Checksum(long salt) {
        salt(salt);
    }

    /** Sets the salt of all sums that begin from now on. */
    public Checksum salt(long salt) {
        LONG.set(prefix, 0, salt);
        return this;
    }

    public long salt() {
        return (long) LONG.get(prefix, 0);
    }

    /** Begins a sum over the salt. */
    public void start() {
        crc.reset();
        crc.update(prefix, 0, 8);
    }

    /** Begins a sum over the salt and the offset at which the bytes lie in their file. */
    public void startAt(long offset) {
        LONG.set(prefix, 8, offset);
        crc.reset();
        crc.update(prefix, 0, 16);
    }

    /** Begins a sum without salt, for files that have but one life. */
    public void startPlain() {
        crc.reset();
    }

    /**
     * Adds bytes at an absolute position. The buffer's position and limit are moved and put back, so a buffer that
     * several threads share must be duplicated first.
     */
    public void update(ByteBuffer bytes, int position, int length) {
        if (bytes.hasArray()) {
            crc.update(bytes.array(), bytes.arrayOffset() + position, length);
            return;
        }
        int oldPosition = bytes.position();
        int oldLimit = bytes.limit();
        bytes.limit(position + length).position(position);
        crc.update(bytes);
        bytes.limit(oldLimit).position(oldPosition);
    }

    public void update(byte[] bytes, int position, int length) {
        crc.update(bytes, position, length);
    }

    /** The sum so far, as it is stored. */
    public int end() {
        return (int) crc.getValue();
    }

    /** The sum over the salt and these bytes. */
    public int of(ByteBuffer bytes, int position, int length) {
        start();
        update(bytes, position, length);
        return end();
    }
}
