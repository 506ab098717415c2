package dev.varve.tools;

import dev.varve.StoreClock;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A line on the terminal that shows how far long work has come. Draws on the thread that works, now and then. */
final class Progress implements AutoCloseable {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int BAR_LENGTH = 24;
    private static final String CLEAR = "\r\033[K";

    private final PrintWriter err;
    private final StoreClock clock;
    private final long begin;
    private final long total;
    private long bytes;
    private long count;
    private long drawAt;
    private boolean drawn;

    /**
     * Progress of some work.
     *
     * @param err where it is drawn, or null for nowhere
     * @param total bytes to go, or 0 if nobody knows
     */
    Progress(PrintWriter err, StoreClock clock, long total) {
        this.err = err;
        this.clock = clock;
        this.total = total;
        begin = clock.monotonicNanos();
        drawAt = begin + PAUSE_NANOS;
    }

    /** So many bytes more are done. */
    void add(long moreBytes) {
        bytes += moreBytes;
        draw();
    }

    /** One thing more is done. */
    void addOne() {
        count++;
        // The clock is not asked a million times a second.
        if ((count & 0xff) == 0) {
            draw();
        }
    }

    private void draw() {
        if (err != null) {
            long now = clock.monotonicNanos();
            if (now - drawAt >= 0) {
                drawAt = now + PAUSE_NANOS;
                drawn = true;
                err.print(CLEAR + text(now - begin));
                err.flush();
            }
        }
    }

    /** Shows a word for work of which nothing can be counted. */
    void note(String word) {
        if (err != null) {
            drawn = true;
            err.print(CLEAR + word);
            err.flush();
        }
    }

    String text(long nanos) {
        StringBuilder text = new StringBuilder();
        long rate = nanos <= 0 ? 0 : (long) (bytes * 1e9 / nanos);
        if (total > 0) {
            double part = Math.min(1, (double) bytes / total);
            int full = (int) (part * BAR_LENGTH);
            text.append('[').append("#".repeat(full)).append(".".repeat(BAR_LENGTH - full));
            text.append("] ").append((int) (part * 100)).append("%  ");
            text.append(Units.bytes(bytes)).append(" of ").append(Units.bytes(total));
        } else {
            text.append(Units.bytes(bytes));
        }
        text.append("  ").append(Units.bytes(rate)).append("/s");
        if (count > 0) {
            text.append("  ").append(Units.count(count)).append(" done");
        }
        if (total > bytes && rate > 0) {
            text.append("  ")
                    .append(Units.span(Duration.ofSeconds((total - bytes) / rate + 1)))
                    .append(" left");
        }
        return text.toString();
    }

    /** Takes the line away, so that something else can be printed. */
    void clear() {
        if (drawn) {
            err.print(CLEAR);
            err.flush();
            drawn = false;
        }
    }

    @Override
    public void close() {
        clear();
    }

    /** Since the work began. */
    Duration time() {
        return Duration.ofNanos(clock.monotonicNanos() - begin);
    }
}
