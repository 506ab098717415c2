package dev.varve.segments;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Takes the fields of a frame's payload one after another. The payload has passed its CRC; that it ends too early, or
 * counts more than it holds, is still reported as damage and never as a failure of this program.
 */
final class PayloadReader {
    /** Reads one kind of payload. */
    @FunctionalInterface
    interface Decoder<T> {
        T decode(PayloadReader reader);
    }

    private final ByteBuffer payload;

    private PayloadReader(ByteBuffer payload) {
        this.payload = payload;
    }

    static <T> T decode(ByteBuffer payload, String file, Decoder<T> decoder) throws CorruptException {
        int length = payload.remaining();
        try {
            return decoder.decode(new PayloadReader(payload));
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new CorruptException(
                    file, FrameLayout.HEAD_LENGTH, "more fields than fit into its payload", length + " bytes");
        }
    }

    int getInt() {
        return payload.getInt();
    }

    long getLong() {
        return payload.getLong();
    }

    UUID getId() {
        return new UUID(payload.getLong(), payload.getLong());
    }

    /** A count of things that take at least so many bytes each. */
    int getCount(int bytesEach) {
        int count = payload.getInt();
        if (count < 0 || count > payload.remaining() / bytesEach) {
            throw new BufferUnderflowException();
        }
        return count;
    }

    byte[] getBytes() {
        byte[] bytes = new byte[getCount(1)];
        payload.get(bytes);
        return bytes;
    }

    String getText() {
        return new String(getBytes(), StandardCharsets.UTF_8);
    }
}
