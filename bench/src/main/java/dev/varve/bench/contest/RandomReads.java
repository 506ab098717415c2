package dev.varve.bench.contest;

import dev.varve.bench.load.Keys;
import dev.varve.bench.report.LatencyRange;
import dev.varve.bench.subject.Subject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/** Reads at random, some at a time of which one is timed: the clock would cost a tenth of a fast read. */
public final class RandomReads implements Crew.Task {
    private static final int RUN = 32;

    private final List<SplittableRandom> randoms = new ArrayList<>();
    private final List<Read> reads = new ArrayList<>();
    private final long bound;
    /** Null: all numbers are as likely. */
    private final Zipf zipf;

    /** Which numbers are likely. */
    public enum Draw {
        /** All the same. */
        UNIFORM,
        /** Few are read often, most hardly ever. */
        ZIPF
    }

    /** One read. */
    public interface Read {
        /**
         * Reads.
         *
         * @param number a random one
         * @throws IOException if a file fails
         */
        void read(long number) throws IOException;
    }

    /** Makes what a thread reads with. */
    public interface ReadMaker {
        /** {@return a read for one thread, with buffers of its own} */
        Read make();
    }

    /**
     * Reads for some threads.
     *
     * @param threads how many
     * @param bound of the random numbers
     * @param maker called once for each thread
     */
    public RandomReads(int threads, long bound, ReadMaker maker) {
        this(threads, bound, Draw.UNIFORM, maker);
    }

    /**
     * Reads for some threads.
     *
     * @param threads how many
     * @param bound of the random numbers
     * @param draw which of them are likely
     * @param maker called once for each thread
     */
    public RandomReads(int threads, long bound, Draw draw, ReadMaker maker) {
        this.bound = bound;
        zipf = draw == Draw.ZIPF && bound > 1 ? new Zipf(bound) : null;
        for (int i = 0; i < threads; i++) {
            randoms.add(new SplittableRandom(i));
            reads.add(maker.make());
        }
    }

    /**
     * {@return a get whose value is checked by the sequence in it}
     *
     * @param subject the store
     * @param keys filled by {@link SmallPuts}
     * @param valueBytes length of each value
     */
    public static Read get(Subject subject, Keys keys, int valueBytes) {
        ByteBuffer key = keys.buffer();
        ByteBuffer target = ByteBuffer.allocateDirect(valueBytes).order(ByteOrder.LITTLE_ENDIAN);
        return number -> {
            int length = subject.get(keys.write(number, key), target.clear());
            if (length != valueBytes || target.getLong(0) != number) {
                throw new IllegalStateException("key " + number + ": "
                        + (length < 0 ? "missing" : length + " bytes of value " + target.getLong(0)));
            }
        };
    }

    /**
     * {@return a get of a key that is not there}
     *
     * @param subject the store
     * @param keys whose numbers below {@code above} exist
     * @param above added to every number
     */
    public static Read miss(Subject subject, Keys keys, long above) {
        ByteBuffer key = keys.buffer();
        ByteBuffer target = ByteBuffer.allocateDirect(1);
        return number -> {
            if (subject.get(keys.write(above + number, key), target.clear()) >= 0) {
                throw new IllegalStateException("key " + (above + number) + " was never put");
            }
        };
    }

    private long draw(SplittableRandom random) {
        return zipf == null ? random.nextLong(bound) : zipf.number(random.nextDouble());
    }

    @Override
    public int some(int thread, Histogram latencies) throws IOException {
        SplittableRandom random = randoms.get(thread);
        Read read = reads.get(thread);
        long first = draw(random);
        long start = System.nanoTime();
        read.read(first);
        latencies.recordValue(LatencyRange.clampFine(System.nanoTime() - start));
        for (int i = 1; i < RUN; i++) {
            read.read(draw(random));
        }
        return RUN;
    }
}
