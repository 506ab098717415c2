package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;

/**
 * The segment files that are open for reading, over all tables: opened on use, and when there are as many as allowed the
 * coldest is closed (a clock hand over the list). A read of a file that is open takes no lock; opening and closing do.
 */
public final class OpenFiles {
    private final int countMax;
    private final ArrayList<OpenFile> files = new ArrayList<>();
    private int hand;
    private boolean closed;

    /**
     * @param countMax how many files may be open at once; when all of them are being read at this moment, one more is opened
     *     all the same
     */
    public OpenFiles(int countMax) {
        this.countMax = Math.max(1, countMax);
    }

    /** Fills the buffer from this offset as far as the file goes. */
    int read(Segment segment, long offset, ByteBuffer dst) throws IOException {
        OpenFile open = segment.openFile;
        if (open == null || !open.pin()) {
            open = openPinned(segment);
        }
        try {
            return open.file.read(dst, offset);
        } finally {
            if (open.unpin()) {
                open.file.close();
            }
        }
    }

    private synchronized OpenFile openPinned(Segment segment) throws IOException {
        OpenFile open = segment.openFile;
        if (open != null && open.pin()) {
            return open;
        }
        if (closed) {
            throw new ClosedChannelException();
        }
        while (files.size() >= countMax && closeColdest()) {
            // until there is room
        }
        StoreFile file = segment.drive().fileSystem().open(segment.path(), segment.readMode());
        open = new OpenFile(segment, file);
        open.pin();
        files.add(open);
        segment.openFile = open;
        return open;
    }

    /** Closes one file that was not used for a while and that nobody reads now; false if all are being read. */
    private boolean closeColdest() throws IOException {
        for (int looked = 0; looked < 2 * files.size(); looked++) {
            hand = hand >= files.size() ? 0 : hand;
            OpenFile open = files.get(hand);
            if (open.used) {
                open.used = false;
                hand++;
            } else if (open.retire()) {
                remove(hand);
                open.file.close();
                return true;
            } else {
                hand++;
            }
        }
        return false;
    }

    private void remove(int at) {
        OpenFile open = files.get(at);
        OpenFile last = files.remove(files.size() - 1);
        if (last != open) {
            files.set(at, last);
        }
        open.segment.openFile = null;
    }

    /** Closes a segment's file; nobody reads it any more. */
    synchronized void close(Segment segment) throws IOException {
        OpenFile open = segment.openFile;
        if (open != null && open.retire()) {
            remove(files.indexOf(open));
            open.file.close();
        }
    }

    /** How many files are open. */
    public synchronized int count() {
        return files.size();
    }

    /** Closes all files, those that are being read when their reads end. No file is opened any more. */
    public synchronized void closeAll() throws IOException {
        closed = true;
        IOException first = null;
        for (OpenFile open : files) {
            open.segment.openFile = null;
            try {
                if (open.retireSoon()) {
                    open.file.close();
                }
            } catch (IOException e) {
                first = first == null ? e : first;
            }
        }
        files.clear();
        if (first != null) {
            throw first;
        }
    }
}
