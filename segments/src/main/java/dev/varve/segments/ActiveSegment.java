package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What a segment needs while it is written and no longer: its chunks, its positions, its file for writing.
 *
 * <p>Three kinds of threads. <em>Appenders</em>, under the lane's lock, write {@code appended}, the tail chunk, the key
 * directory's entries and the segment's counts. The <em>lane's agent</em> writes {@code written}, {@code durable} and the
 * file, and gives chunks back. <em>Readers</em> take no lock: they look for a chunk in the ring and check its life, or read
 * the file below {@code written}. A byte below {@code appended} is always in one of the two.
 */
final class ActiveSegment {
    final Segment segment;
    final Lane lane;
    /** The lane's position at this segment's offset 0. */
    final long lanePositionBase;

    final KeyDirectoryBuffer keyDirectory;

    private final AtomicReferenceArray<Chunk> ring;
    private volatile int ringHead;
    private volatile int ringTail;

    /** End of the whole records in chunks or file. Written by appenders. */
    volatile long appended = RecordLayout.DATA_START;
    /** End of the bytes the file has. Written by the lane's agent. */
    volatile long written = RecordLayout.DATA_START;
    /** End of the bytes that survive power loss. Written by the lane's agent. */
    volatile long durable = RecordLayout.DATA_START;
    /** The last offset up to {@code durable} at which a record starts or ends. Written by the lane's agent before {@code durable}. */
    volatile long durableBoundary = RecordLayout.DATA_START;
    /** No more records come; {@code appended} is the end. Written by appenders (a roll). */
    volatile boolean closed;

    // Appenders, under the lane's lock.
    /** It holds a value, and so counts among those that a close waits for. */
    boolean counted;

    Chunk tail;
    /** The bytes of the last, partly filled block when there is no tail chunk; null until first needed. */
    byte[] lastBlock;
    /** End of the last mark appended. */
    volatile long lastMarkEnd = RecordLayout.DATA_START;

    /** The offset that the next mark will name; 0: no mark is due. Set by the lane's agent, cleared by appenders. */
    final AtomicLong markDue = new AtomicLong();
    /** The segment that follows in the lane, or null as long as there is none. Written by appenders. */
    volatile ActiveSegment next;

    // The lane's agent.
    StoreFile file;
    /** Bytes the file had from a former life; appends below it take no new space. */
    volatile long recycledLength;
    /** The longest own TTL of a record, in milliseconds; 0: none. Written by appenders. */
    private long ownTtlMsMax;

    ActiveSegment(Segment segment, Lane lane, long lanePositionBase, int chunkCount) {
        this.segment = segment;
        keyDirectory = new KeyDirectoryBuffer(lane.table.scope().pool().keyDirectories());
        this.lane = lane;
        this.lanePositionBase = lanePositionBase;
        ring = new AtomicReferenceArray<>(Integer.highestOneBit(Math.max(2, chunkCount)) * 2);
    }

    /** Takes over a file that was made ahead. Before anybody else sees this object. */
    void use(PreparedSegment ready) {
        file = ready.file();
        recycledLength = ready.recycledLength();
    }

    void noteOwnTtl(long ownTtlMs) {
        if (ownTtlMs > ownTtlMsMax) {
            ownTtlMsMax = ownTtlMs;
        }
    }

    /** What a record appended now would say as its time. */
    long appendDeltaNow() {
        return RecordLayout.appendDelta(lane.table.scope().clock().nowMs(), segment.createdMs());
    }

    long ownTtlMsMax() {
        return ownTtlMsMax;
    }

    /** Room left in the tail chunk, in bytes. */
    long tailRoom() {
        return tail == null ? 0 : tail.endOffset() - appended;
    }

    /**
     * Chunks that an append of this many bytes takes from the pool.
     *
     * @param length bytes, all records that go in together
     */
    int chunksNeeded(long length, int chunkLength) {
        long room = tailRoom();
        if (length <= room) {
            return 0;
        }
        long start = tail == null ? appended - Blocks.floor(appended) : 0;
        return (int) ((length - room + start + chunkLength - 1) / chunkLength);
    }

    /** Makes a chunk the new tail, from the end of the former one or from the last block on. Under the lane's lock. */
    void addTail(Chunk chunk, long offset) {
        long base = Blocks.floor(offset);
        chunk.begin(this, base);
        if (offset > base) {
            chunk.bytes.put(0, lastBlock, 0, (int) (offset - base));
        }
        int slot = ringTail;
        assert slot - ringHead < ring.length();
        ring.setRelease(slot & (ring.length() - 1), chunk);
        ringTail = slot + 1;
        tail = chunk;
    }

    /** The oldest chunk, or null. The lane's agent, or under the lane's lock. */
    Chunk oldest() {
        int head = ringHead;
        return head == ringTail ? null : ring.getAcquire(head & (ring.length() - 1));
    }

    /** The chunk that holds the byte at this offset, or null. The lane's agent: nothing can be given back meanwhile. */
    Chunk chunkAt(long offset) {
        for (int i = ringHead, end = ringTail; i != end; i++) {
            Chunk chunk = ring.getAcquire(i & (ring.length() - 1));
            if (offset >= chunk.baseOffset() && offset < chunk.endOffset()) {
                return chunk;
            }
        }
        return null;
    }

    /** Remembers the bytes of the last, partly filled block for the sealing. Under the lane's lock, when no more records come. */
    void keepLastBlock() {
        int length = (int) (appended - Blocks.floor(appended));
        if (tail != null && length > 0) {
            if (lastBlock == null) {
                lastBlock = new byte[FileSystem.BLOCK];
            }
            tail.bytes.get((int) (Blocks.floor(appended) - tail.baseOffset()), lastBlock, 0, length);
        }
        tail = null;
    }

    /** Whether there is one chunk only, which may be the tail. */
    boolean hasOneChunk() {
        return ringTail - ringHead == 1;
    }

    /** Takes the oldest chunk out of readers' sight. The lane's agent; under the lane's lock if it may be the tail. */
    Chunk removeOldest() {
        int head = ringHead;
        Chunk chunk = ring.getAcquire(head & (ring.length() - 1));
        ring.setRelease(head & (ring.length() - 1), null);
        ringHead = head + 1;
        return chunk;
    }

    /** Lets go of the tail chunk, keeping only its last block. Under the lane's lock, when all of it is durable. */
    Chunk removeTail() {
        assert oldest() == tail && hasOneChunk();
        keepLastBlock();
        return removeOldest();
    }

    /** Copies from chunks, without a lock; 0 when the byte at this offset is in none. The caller bounds the length. */
    int readChunks(long offset, ByteBuffer dst, int length) {
        int mask = ring.length() - 1;
        for (int i = ringTail - 1, head = ringHead; i - head >= 0; i--) {
            Chunk chunk = ring.getAcquire(i & mask);
            if (chunk == null) {
                continue;
            }
            long life = chunk.life();
            long from = offset - chunk.baseOffset();
            if ((life & 1) != 0 || from < 0 || from >= chunk.length() || !chunk.isOwnedBy(this)) {
                continue;
            }
            int count = (int) Math.min(length, chunk.length() - from);
            dst.put(dst.position(), chunk.bytes, (int) from, count);
            if (chunk.stillIn(life)) {
                dst.position(dst.position() + count);
                return count;
            }
        }
        return 0;
    }

    /** Whether every byte of the range is in a chunk now. */
    boolean inChunks(long offset, long length) {
        long end = offset + length;
        long at = offset;
        for (int i = ringHead, tailNow = ringTail; i != tailNow && at < end; i++) {
            Chunk chunk = ring.getAcquire(i & (ring.length() - 1));
            if (chunk != null && chunk.isOwnedBy(this) && at >= chunk.baseOffset() && at < chunk.endOffset()) {
                at = chunk.endOffset();
            }
        }
        return at >= end;
    }

    /** Reads whole records' bytes wherever they are. A byte may be in a chunk, then written, while this looks. */
    int read(long offset, ByteBuffer dst) throws IOException {
        int total = 0;
        long end = appended;
        while (dst.hasRemaining() && offset + total < end) {
            long at = offset + total;
            int length = (int) Math.min(dst.remaining(), end - at);
            int count = readChunks(at, dst, length);
            if (count == 0 && at < written) {
                count = segment.readFile(at, dst, (int) Math.min(length, written - at));
                if (count <= 0) {
                    return total;
                }
            }
            total += count;
        }
        return total;
    }
}
