package dev.varve.segments;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The bytes of one file of a {@link MemoryFileSystem}, with holes. Any thread; guarded by its read-write lock. */
final class MemoryNode {
    private static final int BLOCK = FileSystem.BLOCK;

    private final MemoryBudget budget;
    private final Lock reading;
    private final Lock writing;
    private byte[][] blocks = new byte[0][];
    private long length;
    private int links = 1;
    private int handles;
    private boolean locked;

    MemoryNode(MemoryBudget budget) {
        this.budget = budget;
        ReadWriteLock lock = new ReentrantReadWriteLock();
        reading = lock.readLock();
        writing = lock.writeLock();
    }

    int read(ByteBuffer destination, long offset) {
        reading.lock();
        try {
            int total = (int) Math.max(0, Math.min(destination.remaining(), length - offset));
            for (int done = 0; done < total; ) {
                long at = offset + done;
                int from = (int) (at % BLOCK);
                int count = Math.min(total - done, BLOCK - from);
                byte[] block = blocks[(int) (at / BLOCK)];
                if (block != null) {
                    destination.put(block, from, count);
                } else {
                    putZeros(destination, count);
                }
                done += count;
            }
            return total;
        } finally {
            reading.unlock();
        }
    }

    private static void putZeros(ByteBuffer destination, int count) {
        for (int i = 0; i < count; i++) {
            destination.put((byte) 0);
        }
    }

    /** Writes from the buffer until it is empty or the room used up; false in the latter case. */
    boolean write(ByteBuffer source, long offset) {
        writing.lock();
        try {
            int start = source.position();
            while (source.hasRemaining()) {
                long at = offset + source.position() - start;
                byte[] block = block((int) (at / BLOCK));
                if (block == null) {
                    return false;
                }
                int from = (int) (at % BLOCK);
                int count = Math.min(source.remaining(), BLOCK - from);
                source.get(block, from, count);
                length = Math.max(length, at + count);
            }
            return true;
        } finally {
            writing.unlock();
        }
    }

    private byte[] block(int index) {
        if (index >= blocks.length) {
            blocks = Arrays.copyOf(blocks, Math.max(index + 1, blocks.length + (blocks.length >> 1)));
        }
        if (blocks[index] == null && budget.take(BLOCK)) {
            blocks[index] = new byte[BLOCK];
        }
        return blocks[index];
    }

    void truncate(long newLength) {
        writing.lock();
        try {
            if (newLength >= length) {
                return;
            }
            length = newLength;
            int kept = (int) ((newLength + BLOCK - 1) / BLOCK);
            for (int i = kept; i < blocks.length; i++) {
                drop(i);
            }
            int tail = (int) (newLength % BLOCK);
            if (tail != 0 && blocks[kept - 1] != null) {
                Arrays.fill(blocks[kept - 1], tail, BLOCK, (byte) 0);
            }
        } finally {
            writing.unlock();
        }
    }

    private void drop(int index) {
        if (blocks[index] != null) {
            blocks[index] = null;
            budget.give(BLOCK);
        }
    }

    long length() {
        reading.lock();
        try {
            return length;
        } finally {
            reading.unlock();
        }
    }

    synchronized boolean lock() {
        boolean free = !locked;
        locked = true;
        return free;
    }

    synchronized void unlock() {
        locked = false;
    }

    synchronized int links() {
        return links;
    }

    synchronized void linked() {
        links++;
    }

    synchronized void unlinked() {
        links--;
        giveBackIfUnused();
    }

    synchronized void opened() {
        handles++;
    }

    synchronized void closed() {
        handles--;
        giveBackIfUnused();
    }

    private void giveBackIfUnused() {
        if (links == 0 && handles == 0) {
            truncate(0);
        }
    }
}
