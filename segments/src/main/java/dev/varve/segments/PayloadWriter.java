package dev.varve.segments;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Puts the fields of a frame's payload one after another, little-endian. For small things, far off the hot path. */
final class PayloadWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    PayloadWriter putInt(int value) {
        put(value, Integer.BYTES);
        return this;
    }

    PayloadWriter putLong(long value) {
        put(value, Long.BYTES);
        return this;
    }

    private void put(long value, int length) {
        for (int i = 0; i < length; i++) {
            bytes.write((int) (value >>> Byte.SIZE * i));
        }
    }

    PayloadWriter putId(UUID id) {
        return putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    /** A u32 length and the bytes. */
    PayloadWriter putBytes(byte[] value) {
        putInt(value.length);
        bytes.writeBytes(value);
        return this;
    }

    /** A u32 length and the text as UTF-8. */
    PayloadWriter putText(String text) {
        return putBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
