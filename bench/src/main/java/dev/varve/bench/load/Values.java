package dev.varve.bench.load;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Values that cost next to nothing, do not compress and can be made again: each is cut from a pool of random bytes at a
 * place its sequence decides, and stamped with the sequence. Every writer cuts from a pool of its own, since it stamps in
 * place; readers make a value again from the unstamped original.
 *
 * <p>Immutable but for the cutters, each of which belongs to one thread.
 */
public final class Values {
    /** No device block of a value is without a stamp. */
    static final int STAMP_SPACING = 4096;

    private static final int SLACK_MIN = 64 << 10;
    private static final int SLACK_MAX = 2 << 20;

    private final ValueShape shape;
    private final int slack;
    private final long salt;
    private final List<ByteBuffer> pools = new ArrayList<>();

    /**
     * Fills the pools.
     *
     * @param seed other seeds give other values
     * @param writers how many cut values; value {@code sequence} belongs to writer {@code sequence % writers}
     * @param valueBytes the length of a value, at least 0
     */
    public Values(long seed, int writers, int valueBytes) {
        this(seed, writers, ValueShape.fixed(valueBytes));
    }

    /**
     * Fills the pools.
     *
     * @param seed other seeds give other values
     * @param writers how many cut values; value {@code sequence} belongs to writer {@code sequence % writers}
     * @param shape how long values are, and what they are of
     */
    public Values(long seed, int writers, ValueShape shape) {
        this.shape = shape;
        int valueBytes = shape.most();
        this.salt = Mix.of(seed, 1);
        slack = Math.max(SLACK_MIN, Math.min(SLACK_MAX, Integer.highestOneBit(Math.max(1, valueBytes))));
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < writers; i++) {
            ByteBuffer pool = direct(valueBytes + slack);
            int randomBytes = (int) Math.round(ValueShape.CELL * (1 - shape.compressibility()));
            while (pool.remaining() >= Long.BYTES) {
                long next = random.nextLong();
                pool.putLong(pool.position() % ValueShape.CELL < randomBytes ? next : 0);
            }
            pools.add(pool.clear());
        }
    }

    /**
     * {@return the off-heap memory that all pools take, the cutters' copies included}
     *
     * @param writers how many
     * @param valueBytes the length of a value
     */
    public static long poolBytes(int writers, int valueBytes) {
        long slack = Math.max(SLACK_MIN, Math.min(SLACK_MAX, Integer.highestOneBit(Math.max(1, valueBytes))));
        return 2L * writers * (valueBytes + slack);
    }

    /** {@return how long values are, and what they are of} */
    public ValueShape shape() {
        return shape;
    }

    /**
     * {@return the length of a value}
     *
     * @param sequence which
     */
    public int length(long sequence) {
        return shape.length(Mix.of(sequence ^ salt, 2));
    }

    /** {@return a buffer for any value} */
    public ByteBuffer buffer() {
        return direct(shape.most());
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Makes a value again.
     *
     * @param sequence which value
     * @param target filled from 0; position and limit are set around the value
     * @return the same buffer
     */
    public ByteBuffer write(long sequence, ByteBuffer target) {
        ByteBuffer pool = pools.get((int) (sequence % pools.size()));
        target.clear();
        int length = length(sequence);
        target.put(0, pool, place(sequence), length);
        stamp(target, 0, sequence, length);
        return target.limit(length);
    }

    /**
     * {@return what cuts the values of one writer, for one thread}
     *
     * @param writer from 0
     */
    public Cutter cutter(int writer) {
        return new Cutter(writer);
    }

    private int place(long sequence) {
        return (int) (Mix.of(sequence ^ salt) & (slack - 1)) & -Long.BYTES;
    }

    /** By exclusive or: the same call takes the stamp off again. Every stamp holds the sequence, the first as it is. */
    private static void stamp(ByteBuffer buffer, int place, long sequence, int valueBytes) {
        for (int at = 0; at < valueBytes; at += STAMP_SPACING) {
            long stamp = at == 0 ? sequence : Mix.of(sequence, at);
            int where = place + at;
            if (valueBytes - at >= Long.BYTES) {
                buffer.putLong(where, buffer.getLong(where) ^ stamp);
            } else {
                for (int i = 0; i < valueBytes - at; i++) {
                    buffer.put(where + i, (byte) (buffer.get(where + i) ^ stamp >>> i * Byte.SIZE));
                }
            }
        }
    }

    /** Cuts the values of one writer. One at a time: the next cut takes the former one back. For one thread. */
    public final class Cutter {
        private final int writer;
        private final ByteBuffer pool;
        private final ByteBuffer view;
        private int place;
        private int length;
        private long cut = -1;

        private Cutter(int writer) {
            this.writer = writer;
            ByteBuffer original = pools.get(writer);
            pool = direct(original.capacity());
            pool.put(0, original, 0, original.capacity());
            view = pool.duplicate();
        }

        /**
         * Cuts a value.
         *
         * @param sequence one of this writer's
         * @return the value from position to limit, until the next call
         */
        public ByteBuffer cut(long sequence) {
            if (sequence % pools.size() != writer) {
                throw new IllegalArgumentException("sequence " + sequence + " is not of writer " + writer);
            }
            if (cut >= 0) {
                stamp(pool, place, cut, length);
            }
            cut = sequence;
            place = place(sequence);
            length = length(sequence);
            stamp(pool, place, sequence, length);
            return view.limit(place + length).position(place);
        }
    }
}
