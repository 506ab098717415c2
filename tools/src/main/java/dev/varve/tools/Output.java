package dev.varve.tools;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Where results go: text in UTF-8 whatever the platform, and bytes of values. Buffered. */
final class Output extends OutputStream {
    private static final int BUFFER_LENGTH = 64 << 10;

    private final OutputStream target;
    /** Said once; what is left in the buffer then goes nowhere. */
    private boolean failed;

    /** The reader has gone, as {@code head} does: no reason to complain, but to stop. */
    static final class ReaderGoneException extends IOException {
        private static final long serialVersionUID = 1;

        ReaderGoneException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    Output(OutputStream target) {
        this.target = new BufferedOutputStream(target, BUFFER_LENGTH);
    }

    void line(String text) throws IOException {
        write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    void text(String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b});
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            target.write(bytes, offset, length);
        } catch (IOException e) {
            throw translate(e);
        }
    }

    @Override
    public void flush() throws IOException {
        if (failed) {
            return;
        }
        try {
            target.flush();
        } catch (IOException e) {
            throw translate(e);
        }
    }

    private IOException translate(IOException e) {
        failed = true;
        if (String.valueOf(e.getMessage()).contains("Broken pipe")) {
            return new ReaderGoneException(e);
        }
        return new IOException("cannot write to standard output: " + e.getMessage(), e);
    }
}
