package dev.varve.internal;

import dev.varve.Limits;
import dev.varve.segments.AppendRequest;
import dev.varve.segments.Checksum;
import java.nio.ByteBuffer;

/**
 * What one operation needs and the next can use again, so that operations allocate nothing. Belongs to the thread that
 * took it from the {@link ContextPool}.
 */
final class OperationContext {
    /** Keys and values up to here are copied: cheaper than wrapping them, and what follows sees one kind of buffer. */
    private static final int COPIED_MAX = 1024;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    final AppendRequest request = new AppendRequest();
    final Checksum checksum = new Checksum();
    final Finder finder = new Finder(checksum);
    /** For a checksum that is read by itself. */
    final ByteBuffer four = ValueCopy.four();

    private final byte[] keyBytes = new byte[COPIED_MAX];
    private final ByteBuffer keyCopy = ByteBuffer.wrap(keyBytes);
    private final ByteBuffer valueCopy = ByteBuffer.allocate(COPIED_MAX);

    /** The operation's key, from position to limit. */
    ByteBuffer key = NOTHING;
    /** The value to put, from position to limit. */
    ByteBuffer value = NOTHING;
    /** The key's hash. */
    long hash;
    /** Of a put: the record appended and not yet in the index. */
    long appended;
    /** Of a put: where the record stored, or the one it lost to, ends in its segment. */
    long recordEnd;
    /** Of a put: its insert is counted as pending. */
    boolean postponed;
    /** Of a put: chunks that must be reserved before it can append. */
    int chunksWanted;
    /** Values read with this context. */
    int gets;
    /** Puts made with this context. */
    int puts;
    /** Where the pool keeps this context. */
    int slot;

    void key(byte[] bytes, KeyHasher hasher) {
        checkKeyLength(bytes.length);
        hash = hasher.hash(bytes);
        if (bytes.length <= COPIED_MAX) {
            System.arraycopy(bytes, 0, keyBytes, 0, bytes.length);
            key = keyCopy.clear().limit(bytes.length);
        } else {
            key = ByteBuffer.wrap(bytes);
        }
    }

    void key(ByteBuffer bytes, KeyHasher hasher) {
        int length = bytes.remaining();
        checkKeyLength(length);
        if (length <= COPIED_MAX) {
            bytes.get(bytes.position(), keyBytes, 0, length);
            key = keyCopy.clear().limit(length);
        } else {
            key = bytes.duplicate();
        }
        hash = hasher.hash(key);
    }

    void value(byte[] bytes) {
        if (bytes.length <= COPIED_MAX) {
            value = valueCopy.clear().put(bytes).flip();
        } else {
            value = ByteBuffer.wrap(bytes);
        }
    }

    void value(ByteBuffer bytes) {
        int length = bytes.remaining();
        if (length <= COPIED_MAX) {
            valueCopy.clear().put(0, bytes, bytes.position(), length);
            value = valueCopy.limit(length);
        } else {
            value = bytes;
        }
    }

    /** Gives back the lease on the record found; minus its address, as the answer of a put that lost to it. */
    long refused() {
        recordEnd = finder.offset() + finder.recordLength();
        finder.release();
        return -finder.address();
    }

    /** Lets go of what belongs to the caller of the operation. */
    void clear() {
        key = NOTHING;
        value = NOTHING;
        request.clear();
        finder.clear();
    }

    private static void checkKeyLength(int length) {
        if (length == 0 || length > Limits.KEY_LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "key of " + length + " bytes; allowed are 1 to " + Limits.KEY_LENGTH_MAX + " bytes");
        }
    }
}
