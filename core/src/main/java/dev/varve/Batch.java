package dev.varve;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/**
 * Pairs to put with one call; see {@link Table#put(Batch)}. Each pair is atomic by itself, the batch is not. Keeps references
 * to what is added, so leave arrays and buffers alone until the put returned. For one thread at a time; may be cleared and
 * used again.
 */
public final class Batch {
    private final List<ByteBuffer> keys = new ArrayList<>();
    private final List<ByteBuffer> values = new ArrayList<>();
    private final BitSet stored = new BitSet();
    private int tried;

    /** An empty batch. */
    public Batch() {}

    /** Adds a pair. */
    public Batch add(byte[] key, byte[] value) {
        return add(ByteBuffer.wrap(key), ByteBuffer.wrap(value));
    }

    /** Adds a pair: the bytes from position to limit of each, which must stay as they are until the put. */
    public Batch add(ByteBuffer key, ByteBuffer value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        keys.add(key);
        values.add(value);
        return this;
    }

    /** The number of pairs. */
    public int size() {
        return keys.size();
    }

    /** How many pairs, from the first on, the last put dealt with: all of them unless it threw. */
    public int tried() {
        return tried;
    }

    /**
     * Whether the last put stored the pair; false: the key already held a live value, or the pair was not tried.
     *
     * @param index in the order of adding, from 0
     */
    public boolean stored(int index) {
        Objects.checkIndex(index, keys.size());
        return stored.get(index);
    }

    /** Takes out all pairs. */
    public void clear() {
        keys.clear();
        values.clear();
        stored.clear();
        tried = 0;
    }

    int putInto(Table table, PutOptions options) {
        stored.clear();
        tried = 0;
        // One flush for all: waiting for each pair's own sync would be one sync a pair.
        PutOptions each = options.isDurable() ? options.notDurable() : options;
        for (int i = 0; i < keys.size(); i++) {
            stored.set(i, table.put(keys.get(i), values.get(i), each));
            tried = i + 1;
        }
        if (options.isDurable()) {
            Durability.await(table.flush());
        }
        return stored.cardinality();
    }
}
