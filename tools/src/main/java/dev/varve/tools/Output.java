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

    /** Results can go nowhere any more, so that a command has to stop. */
    static final class ClosedException extends IOException {
        private static final long serialVersionUID = 1;

        private final boolean readerGone;

        ClosedException(IOException cause) {
            super("cannot write to standard output: " + cause.getMessage(), cause);
            readerGone = String.valueOf(cause.getMessage()).contains("Broken pipe");
        }

        /** Whether the reader just wanted no more, as {@code head} does: no reason to complain. */
        boolean isReaderGone() {
            return readerGone;
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
            throw failed(e);
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
            throw failed(e);
        }
    }

    private ClosedException failed(IOException e) {
        failed = true;
        return new ClosedException(e);
    }
}
