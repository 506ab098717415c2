package dev.varve.tools;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Splits a stream into lines without copying them. A line's end, {@code \n} or {@code \r\n}, does not belong to it. */
final class LineReader {
    /** A longer line is passed over: more likely it is no line at all. */
    static final int LENGTH_MAX = 256 << 20;

    private static final int FIRST_LENGTH = 1 << 20;

    private final InputStream in;
    private byte[] buffer = new byte[FIRST_LENGTH];
    private int start;
    private int end;
    private boolean ended;

    private long number;
    private int offset;
    private int length;
    private boolean tooLong;

    LineReader(InputStream in) {
        this.in = in;
    }

    /** Goes to the next line; false at the end. */
    boolean next() throws IOException {
        tooLong = false;
        int looked = start;
        while (true) {
            int at = indexOfNewline(looked);
            if (at >= 0) {
                take(at);
                start = at + 1;
                return true;
            }
            looked = end;
            if (ended) {
                boolean last = end > start || tooLong;
                take(end);
                start = end;
                return last;
            }
            int moved = makeRoom();
            looked -= moved;
            fill();
        }
    }

    private int indexOfNewline(int from) {
        byte[] bytes = buffer;
        for (int i = from; i < end; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void take(int lineEnd) {
        number++;
        offset = start;
        length = lineEnd - start;
        if (length > 0 && buffer[lineEnd - 1] == '\r') {
            length--;
        }
    }

    /** Makes place for more bytes; returns by how much the line in the buffer moved. */
    private int makeRoom() {
        int moved = start;
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            start = 0;
        }
        if (end == buffer.length) {
            if (buffer.length >= LENGTH_MAX) {
                // What was read of it is dropped, so that the rest goes the same way.
                tooLong = true;
                moved += end;
                end = 0;
            } else {
                buffer = Arrays.copyOf(buffer, Math.min(LENGTH_MAX, 2 * buffer.length));
            }
        }
        return moved;
    }

    private void fill() throws IOException {
        int count = in.read(buffer, end, buffer.length - end);
        if (count < 0) {
            ended = true;
        } else {
            end += count;
        }
    }

    /** Of the line, counted from 1. */
    long number() {
        return number;
    }

    /** Whether the line was dropped for its length. */
    boolean isTooLong() {
        return tooLong;
    }

    /** The line is in here, until the next call. */
    byte[] bytes() {
        return buffer;
    }

    int offset() {
        return offset;
    }

    int length() {
        return length;
    }
}
