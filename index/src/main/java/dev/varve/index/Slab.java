package dev.varve.index;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * A piece of direct memory, aligned to pages, that belongs to one generation at a time.
 *
 * <p>Its place in the pool is written under the pool's lock, its memory by the generation that has it.
 */
final class Slab {
    /** For compare-and-set. */
    final ByteBuffer bytes;
    /** For reading, which is several times as fast through this view as through a handle. */
    final LongBuffer words;

    final int level;
    final Slab parent;
    /** The four slabs this one was split into, kept for the next time; null before the first. */
    Slab[] parts;
    /** Where it is in its level's list of free ones, -1 when it is not there. */
    int place = -1;
    /** Whether it holds only zeros, as it came from the JVM. */
    boolean untouched;

    Slab(ByteBuffer bytes, int level, Slab parent) {
        this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
        this.words = this.bytes.asLongBuffer();
        this.level = level;
        this.parent = parent;
    }

    /** Makes every word 0. */
    void zero() {
        if (!untouched) {
            for (int at = 0; at < words.capacity(); at++) {
                words.put(at, 0);
            }
        }
        untouched = false;
    }

    void split() {
        if (parts == null) {
            int length = SlabPool.length(level - 1);
            parts = new Slab[SlabPool.RATIO];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = new Slab(bytes.slice(i * length, length), level - 1, this);
            }
        }
        for (Slab part : parts) {
            part.untouched = untouched;
        }
    }

    boolean allPartsFree() {
        for (Slab part : parts) {
            if (part.place < 0) {
                return false;
            }
        }
        return true;
    }
}
