package dev.varve.bench.raw;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads of random cache lines that do not wait for each other: the least that a look-up in so much memory takes. Read by
 * any thread; never written after it was made.
 */
public final class LineLoads {
    private static final int LINE = 64;
    private static final int PIECE_SHIFT = 28;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final List<ByteBuffer> pieces = new ArrayList<>();
    private final long lines;
    private long seen;

    /**
     * Takes and touches the memory.
     *
     * @param bytes how much, at least one line
     */
    public LineLoads(long bytes) {
        lines = Math.max(1, bytes / LINE);
        for (long at = 0; at < bytes; at += 1L << PIECE_SHIFT) {
            int length = (int) Math.min(1L << PIECE_SHIFT, Math.max(LINE, bytes - at));
            ByteBuffer piece = ByteBuffer.allocateDirect(length).order(ByteOrder.nativeOrder());
            for (int i = 0; i + Long.BYTES <= length; i += LINE) {
                piece.putLong(i, i);
            }
            pieces.add(piece);
        }
    }

    /**
     * Loads some lines.
     *
     * @param number a random one
     * @param count how many lines
     */
    public void load(long number, int count) {
        long sum = 0;
        long next = number;
        for (int i = 0; i < count; i++) {
            next = next * SPREAD + 1;
            long at = Math.multiplyHigh(next >>> 1, lines << 1) * LINE;
            sum += pieces.get((int) (at >>> PIECE_SHIFT)).getLong((int) at & ((1 << PIECE_SHIFT) - 1));
        }
        if (sum == Long.MIN_VALUE) {
            // Never so, but the compiler cannot know, and must load.
            seen++;
        }
    }

    /** {@return nothing of interest} */
    public long seen() {
        return seen;
    }
}
